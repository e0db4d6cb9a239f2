using System.Diagnostics.CodeAnalysis;
using System.Text.RegularExpressions;
using Akka.Actor.Setup;
using Akka.Configuration;
using Akka.Dispatch;
using Akka.Event;
using Akka.Util;

namespace Akka.Actor.Internal;

/// <summary>The one implementation of a system.</summary>
public partial class ActorSystemImpl : ExtendedActorSystem
{
    private readonly IActorRefProvider _provider;
    private readonly TaskCompletionSource _whenTerminated = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Serialization.Serialization _serialization;

    public ActorSystemImpl(string name, Config config, ActorSystemSetup setup, Option<Props>? guardianProps = null)
    {
        if (!ValidName().IsMatch(name))
        {
            throw new ArgumentException($"[{name}] is no name for a system: it needs letters, digits and, but for the first character, - and _", nameof(name));
        }

        Name = name;
        Settings = new Settings(this, config, setup);
        EventStream = new EventStream(debug: false);
        EventStream.StartStdoutLogger(Settings);
        Log = Logging.GetLogger(EventStream, this);
        ActorPipelineResolver = new ActorProducerPipelineResolver(() => Log);

        Scheduler = Create<IScheduler>("akka.scheduler.implementation", Settings.SchedulerClass, Settings.Config, Log);
        _provider = Create<IActorRefProvider>("akka.actor.provider", Settings.ProviderClass, name, Settings, EventStream);
        ReloadSerialization();
        Mailboxes = new Mailboxes(this);
        Dispatchers = new Dispatchers(
            this, new DefaultDispatcherPrerequisites(EventStream, Scheduler, Settings, Mailboxes), Log);
    }

    public override string Name { get; }

    public override Settings Settings { get; }

    public override EventStream EventStream { get; }

    public override ILoggingAdapter Log { get; }

    public override IScheduler Scheduler { get; }

    public override Serialization.Serialization Serialization => _serialization;

    public override Mailboxes Mailboxes { get; }

    public override Dispatchers Dispatchers { get; }

    public override ActorProducerPipelineResolver ActorPipelineResolver { get; }

    public override IActorRefProvider Provider => _provider;

    public override IActorRef DeadLetters => _provider.DeadLetters;

    public override IInternalActorRef Guardian => _provider.Guardian;

    public override IInternalActorRef LookupRoot => _provider.RootGuardian;

    public override IInternalActorRef SystemGuardian => _provider.SystemGuardian;

    public override Task WhenTerminated => _whenTerminated.Task;

    public void Start()
    {
        try
        {
            _provider.Init(this);
            _ = _provider.TerminationTask.ContinueWith(_ => Finish(), TaskScheduler.Default);
            if (Settings.LogDeadLetters > 0)
            {
                SystemActorOf<DeadLetterListener>("deadLetterListener");
            }

            EventStream.StartUnsubscriber(this);
            EventStream.StartLoggers(this);
            RegisterConfiguredExtensions();
        }
        catch
        {
            Abort();
            throw;
        }
    }

    public override IActorRef ActorOf(Props props, string name = null!) =>
        _provider.Guardian.Cell.AttachChild(props, isSystemService: false, name);

    public override IActorRef SystemActorOf(Props props, string name = null!) =>
        _provider.SystemGuardian.Cell.AttachChild(props, isSystemService: true, name);

    public override IActorRef SystemActorOf<TActor>(string name = null!) => SystemActorOf(Props.Create<TActor>(), name);

    public override ActorSelection ActorSelection(ActorPath actorPath) => ActorRefFactoryShared.ActorSelection(actorPath, this);

    public override ActorSelection ActorSelection(string actorPath) =>
        ActorRefFactoryShared.ActorSelection(actorPath, this, _provider.RootGuardian);

    public override void Stop(IActorRef actor)
    {
        var parent = actor.Path.Parent;
        if (parent == Guardian.Path)
        {
            Guardian.Tell(new Dispatch.SysMsg.StopChild(actor));
        }
        else if (parent == SystemGuardian.Path)
        {
            SystemGuardian.Tell(new Dispatch.SysMsg.StopChild(actor));
        }
        else
        {
            ((IInternalActorRef)actor).Stop();
        }
    }

    public override string ToString() => LookupRoot.Path.Root.Address.ToString();

    [MemberNotNull(nameof(_serialization))]
    internal void ReloadSerialization() => _serialization = new Serialization.Serialization(this);

    private static T Create<T>(string key, string typeName, params object[] args)
        where T : class
    {
        var type = Type.GetType(typeName) ?? throw new ConfigurationException($"{key} is [{typeName}], which is not a known type");
        return (T)Activator.CreateInstance(type, args)!;
    }

    [GeneratedRegex("^[a-zA-Z0-9][a-zA-Z0-9-_]*$")]
    private static partial Regex ValidName();
}
