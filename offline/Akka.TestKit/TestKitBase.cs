using System.Diagnostics;
using System.Reflection;
using Akka.Actor;
using Akka.Actor.Setup;
using Akka.Configuration;
using Akka.Event;

namespace Akka.TestKit;

/// <summary>
/// A system, a test actor in it, and assertions about what the test actor receives. Derived by one class per test framework.
/// </summary>
public abstract partial class TestKitBase : IActorRefFactory
{
    private static int s_testActors;
    private static readonly Config s_defaultConfig = ReadDefaultConfig();

    private readonly ITestKitAssertions _assertions;
    private readonly Inbox _inbox = new();
    private Received? _last;
    private TimeSpan? _end;
    private bool _lastWasNoMsg;

    protected TestKitBase(ITestKitAssertions assertions, ActorSystem? system = null, string? testActorName = null)
        : this(assertions, system, ActorSystemSetup.Empty, null, testActorName)
    {
    }

    protected TestKitBase(ITestKitAssertions assertions, ActorSystemSetup setup, string? actorSystemName = null, string? testActorName = null)
        : this(assertions, null, setup, actorSystemName, testActorName)
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
        TestKitSettings = TestKitExtension.For(Sys);
        Log = Logging.GetLogger(Sys, GetType());
        EventFilter = new EventFilterFactory(this);
        TestActor = CreateTestActor(_inbox, testActorName, out var cell);
        if (this is not TestProbe)
        {
            // Also when there is none: an earlier test may have left its own on this thread.
            ImplicitSender.Install(this is INoImplicitSender ? null : cell);
        }
    }

    public static Config DefaultConfig => s_defaultConfig;

    /// <summary>A clock for durations; its origin means nothing.</summary>
    public static TimeSpan Now => Stopwatch.GetElapsedTime(0);

    public ActorSystem Sys { get; }

    public TestKitSettings TestKitSettings { get; }

    public ILoggingAdapter Log { get; }

    public IActorRef TestActor { get; }

    public EventFilterFactory EventFilter { get; }

    public bool HasMessages => !_inbox.IsEmpty;

    public object LastMessage => LastReceived.Message;

    public IActorRef LastSender => LastReceived.Sender;

    internal ITestKitAssertions KitAssertions => _assertions;

    private Received LastReceived =>
        _last ?? throw new IllegalActorStateException("last receive did not dequeue a message");

    private static ActorSystem CreateSystem(ActorSystemSetup setup, string name)
    {
        var bootstrap = setup.Get<BootstrapSetup>().GetOrElse(BootstrapSetup.Create());
        return ActorSystem.Create(name, setup.And(bootstrap.WithConfigFallback(s_defaultConfig)));
    }

    private static Config ReadDefaultConfig()
    {
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream("Akka.TestKit.Configuration.testkit.conf")!;
        using var reader = new StreamReader(stream);
        return ConfigurationFactory.ParseString(reader.ReadToEnd());
    }

    private IActorRef CreateTestActor(Inbox inbox, string? name, out ActorCell cell)
    {
        var started = new TaskCompletionSource<ActorCell>(TaskCreationOptions.RunContinuationsAsynchronously);
        var props = Props.Create(() => new InboxActor(inbox, started)).WithDispatcher("akka.test.test-actor.dispatcher");
        var actor = ((ExtendedActorSystem)Sys).SystemActorOf(props, name ?? $"testActor{Interlocked.Increment(ref s_testActors)}");

        // Messages told before it has started would be handled on another thread than their sender's.
        if (!started.Task.Wait(TestKitSettings.DefaultTimeout))
        {
            throw new TimeoutException($"The test actor {actor} has not started within {TestKitSettings.DefaultTimeout}.");
        }

        cell = started.Task.Result;
        return actor;
    }
}
