using Akka.Actor.Internal;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Event;
using Akka.Routing;

namespace Akka.Actor;

/// <summary>The provider of systems that live in one process.</summary>
public sealed class LocalActorRefProvider : IActorRefProvider
{
    private readonly TaskCompletionSource _terminated = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private ActorSystemImpl _system = null!;
    private RootGuardianRef _root = null!;
    private TempActors _temp = null!;
    private ActorPath _tempPath = null!;
    private long _asked;

    public LocalActorRefProvider(string systemName, Settings settings, EventStream eventStream)
    {
        Settings = settings;
        EventStream = eventStream;
        Deployer = new Deployer(settings);
        RootPath = new RootActorPath(new Address("akka", systemName));
        Log = Logging.GetLogger(eventStream, "LocalActorRefProvider(" + RootPath.Address + ")");
        DeadLetters = new DeadLetterActorRef(this, RootPath / "deadLetters", eventStream);
    }

    public EventStream EventStream { get; }

    public ILoggingAdapter Log { get; }

    public Settings Settings { get; }

    public Deployer Deployer { get; }

    public ActorPath RootPath { get; }

    public IActorRef DeadLetters { get; }

    public IInternalActorRef RootGuardian => _root;

    public LocalActorRef Guardian { get; private set; } = null!;

    public LocalActorRef SystemGuardian { get; private set; } = null!;

    public IInternalActorRef TempContainer => _temp;

    public Task TerminationTask => _terminated.Task;

    public Address DefaultAddress => RootPath.Address;

    public void Init(ActorSystemImpl system)
    {
        _system = system;
        _tempPath = RootPath / "temp";
        _temp = new TempActors(this, _tempPath, ActorRefs.Nobody);

        var dispatcher = system.Dispatchers.ForGuardians;
        var mailboxType = system.Mailboxes.Lookup(Mailboxes.DefaultMailboxId);
        var supervisor = new RootSupervisor(RootPath / "above-the-root", this, _terminated, Log);

        var rootProps = Props.Create<RootGuardianActor>().WithSupervisorStrategy(StopOnFailure(Log));
        _root = new RootGuardianRef(system, rootProps, dispatcher, mailboxType, supervisor, RootPath, (IInternalActorRef)DeadLetters, _temp);

        var userStrategy = SupervisorStrategyConfigurator.CreateConfigurator(Settings.SupervisorStrategyClass).Create();
        Guardian = Child("user", Props.Create<GuardianActor>().WithSupervisorStrategy(userStrategy), dispatcher, mailboxType);
        SystemGuardian = Child("system", Props.Create(() => new SystemGuardianActor(Guardian)), dispatcher, mailboxType);

        _root.Start();
        Guardian.Start();
        SystemGuardian.Start();
        _root.SendSystemMessage(new Dispatch.SysMsg.Watch(SystemGuardian, _root));
    }

    public ActorPath TempPath() => _tempPath / ActorNames.Generated(Interlocked.Increment(ref _asked))[1..];

    public void RegisterTempActor(IInternalActorRef actorRef, ActorPath path) => _temp.AddChild(path.Name, actorRef);

    public void UnregisterTempActor(ActorPath path) => _temp.RemoveChild(path.Name);

    public FutureActorRef<T> CreateFutureRef<T>(TaskCompletionSource<T> tcs) => new(tcs, TempPath(), this);

    public IInternalActorRef ActorOf(
        ActorSystemImpl system,
        Props props,
        IInternalActorRef supervisor,
        ActorPath path,
        bool systemService,
        Deploy deploy,
        bool lookupDeploy,
        bool async)
    {
        if ((lookupDeploy ? Deployer.Lookup(path) : deploy) is { } configured)
        {
            props = Configured(props, configured);
        }

        return props.Deploy.RouterConfig is NoRouter
            ? ActorOf(system, props, supervisor, path, async)
            : RouterOf(system, props, supervisor, path, async);
    }

    public IActorRef ResolveActorRef(ActorPath path)
    {
        if (path.Root != RootPath)
        {
            return DeadLetters;
        }

        var found = path.Depth == 0 ? _root : _root.GetChild(WithUid(path));
        return found.IsNobody() ? new EmptyLocalActorRef(this, path, EventStream) : found;
    }

    public IActorRef RootGuardianAt(Address address) => address == RootPath.Address ? _root : DeadLetters;

    private static string[] WithUid(ActorPath path)
    {
        var elements = path.Elements.ToArray();
        if (path.Uid != ActorCell.UndefinedUid)
        {
            elements[^1] += "#" + path.Uid;
        }

        return elements;
    }

    /// <summary>What the configuration says about a path wins over what the code says.</summary>
    private static Props Configured(Props props, Deploy configured)
    {
        if (configured.Dispatcher != Deploy.NoDispatcherGiven)
        {
            props = props.WithDispatcher(configured.Dispatcher);
        }

        if (configured.Mailbox != Deploy.NoMailboxGiven)
        {
            props = props.WithMailbox(configured.Mailbox);
        }

        return configured.StashCapacity == Deploy.NoStashSize ? props : props.WithStashCapacity(configured.StashCapacity);
    }

    private static OneForOneStrategy StopOnFailure(ILoggingAdapter log) => new(cause =>
    {
        log.Error(cause, "a guardian failed, the system stops");
        return Directive.Stop;
    });

    private static IInternalActorRef ActorOf(ActorSystemImpl system, Props props, IInternalActorRef supervisor, ActorPath path, bool async)
    {
        if (!system.Dispatchers.HasDispatcher(props.Dispatcher))
        {
            throw new ConfigurationException($"Dispatcher [{props.Dispatcher}] not configured for path {path}");
        }

        try
        {
            var dispatcher = system.Dispatchers.Lookup(props.Dispatcher);
            var mailboxType = system.Mailboxes.GetMailboxType(props, dispatcher.Configurator.Config);
            return async
                ? new RepointableActorRef(system, props, dispatcher, mailboxType, supervisor, path).Initialize(async)
                : new LocalActorRef(system, props, dispatcher, mailboxType, supervisor, path);
        }
        catch (Exception e)
        {
            throw new ConfigurationException(
                $"Configuration problem while creating [{path}] with dispatcher [{props.Dispatcher}] and mailbox [{props.Mailbox}]", e);
        }
    }

    private static RoutedActorRef RouterOf(ActorSystemImpl system, Props props, IInternalActorRef supervisor, ActorPath path, bool async)
    {
        var router = props.Deploy.RouterConfig;
        var routerProps = Props.CreateBy(new RouterActorProducer(router)).WithDeploy(new Deploy(router)).WithDispatcher(router.RouterDispatcher);
        var dispatcher = system.Dispatchers.Lookup(router.RouterDispatcher);
        var mailboxType = system.Mailboxes.GetMailboxType(routerProps, dispatcher.Configurator.Config);
        var routeeProps = props.WithRouter(NoRouter.Instance);
        return (RoutedActorRef)new RoutedActorRef(system, routerProps, dispatcher, mailboxType, routeeProps, supervisor, path).Initialize(async);
    }

    private LocalActorRef Child(string name, Props props, MessageDispatcher dispatcher, MailboxType mailboxType)
    {
        var ticket = _root.Cell.Children.Reserve(name);
        var child = new LocalActorRef(_system, props, dispatcher, mailboxType, _root, new ChildActorPath(RootPath, name, ActorCell.UndefinedUid));
        _root.Cell.Children.Fill(ticket, child);
        return child;
    }
}
