using System.Reflection;
using System.Threading.Channels;
using Akka.Actor;
using Akka.Actor.Setup;
using Akka.Configuration;

namespace Akka.TestKit;

/// <summary>
/// A system, a test actor in it, and assertions about what the test actor receives. Derived by one class per test framework.
/// </summary>
public abstract partial class TestKitBase
{
    private static int s_testActors;
    private static readonly Config s_defaultConfig = ReadDefaultConfig();

    private readonly ITestKitAssertions _assertions;
    private readonly Channel<object> _inbox = Channel.CreateUnbounded<object>();
    private readonly TimeSpan _expectTimeout;
    private readonly TimeSpan _defaultTimeout;

    protected TestKitBase(ITestKitAssertions assertions, ActorSystem? system = null, string? testActorName = null)
        : this(assertions, system, ActorSystemSetup.Empty, null, testActorName)
    {
    }

    protected TestKitBase(ITestKitAssertions assertions, Config config, string? actorSystemName = null, string? testActorName = null)
        : this(assertions, null, ActorSystemSetup.Create(BootstrapSetup.Create().WithConfig(config)), actorSystemName, testActorName)
    {
    }

    protected TestKitBase(
        ITestKitAssertions assertions,
        ActorSystem? system,
        ActorSystemSetup config,
        string? actorSystemName,
        string? testActorName)
    {
        ArgumentNullException.ThrowIfNull(assertions);
        _assertions = assertions;
        Sys = system ?? CreateSystem(config, actorSystemName ?? "test");
        Sys.Settings.InjectTopLevelFallback(s_defaultConfig);
        _expectTimeout = Sys.Settings.Config.GetTimeSpan("akka.test.single-expect-default");
        _defaultTimeout = Sys.Settings.Config.GetTimeSpan("akka.test.default-timeout");
        TestActor = StartTestActor(testActorName, out var cell);
        if (this is not TestProbe)
        {
            // Also when there is none: an earlier test may have left its own on this thread.
            ImplicitSender.Install(this is INoImplicitSender ? null : cell);
        }
    }

    public ActorSystem Sys { get; }

    public IActorRef TestActor { get; }

    /// <summary>The test actor gets <see cref="Terminated"/> when the actor stops.</summary>
    public IActorRef Watch(IActorRef actorToWatch)
    {
        TestActor.Tell(new InboxActor.WatchRequest(actorToWatch), TestActor);
        return actorToWatch;
    }

    public virtual TestProbe CreateTestProbe(string? name = null) => new(Sys, _assertions, name);

    /// <summary>Terminates the kit's system and waits for it, at most <c>akka.test.default-timeout</c>.</summary>
    public virtual void Shutdown(TimeSpan? duration = null, bool verifySystemShutdown = false)
    {
        var patience = duration ?? _defaultTimeout;
        if (!Sys.Terminate().Wait(patience) && verifySystemShutdown)
        {
            throw new TimeoutException($"The system {Sys.Name} has not stopped within {patience}.");
        }
    }

    private static ActorSystem CreateSystem(ActorSystemSetup setup, string name)
    {
        var bootstrap = setup.Get<BootstrapSetup>().GetOrElse(BootstrapSetup.Create());
        return ActorSystem.Create(name, setup.And(bootstrap.WithConfigFallback(s_defaultConfig)));
    }

    private static Config ReadDefaultConfig() =>
        ConfigurationFactory.FromResource("Akka.TestKit.Configuration.testkit.conf", Assembly.GetExecutingAssembly());

    private IActorRef StartTestActor(string? name, out ActorCell cell)
    {
        var started = new TaskCompletionSource<ActorCell>(TaskCreationOptions.RunContinuationsAsynchronously);
        var props = Props.Create(() => new InboxActor(_inbox.Writer, started)).WithDispatcher("akka.test.test-actor.dispatcher");
        var actor = ((ExtendedActorSystem)Sys).SystemActorOf(props, name ?? $"testActor{Interlocked.Increment(ref s_testActors)}");

        // Messages told before it has started would be handled on another thread than their sender's.
        if (!started.Task.Wait(_defaultTimeout))
        {
            throw new TimeoutException($"The test actor {actor} has not started within {_defaultTimeout}.");
        }

        cell = started.Task.Result;
        return actor;
    }
}
