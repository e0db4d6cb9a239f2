using Akka.TestKit.Xunit2;

namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>
/// A persistent actor's handler runs another actor on its own thread, and then asks the journal. The test kit's dispatcher does such a thing.
/// </summary>
public sealed class NestedRunSpec() : TestKit(AkkaInstrumentationConfig.Defaults)
{
    private sealed class Asking : UntypedPersistentActor
    {
        private readonly IActorRef _asked;
        private readonly IActorRef _notified;

        public Asking(IActorRef asked, IActorRef notified) => (_asked, _notified) = (asked, notified);

        public override string PersistenceId { get; } = Account.NewId();

        protected override void OnRecover(object message) { }

        protected override void OnCommand(object message)
        {
            _asked.Tell(message);
            Persist(message, _notified.Tell);
        }
    }

    [Fact]
    public async Task A_persistent_actor_that_runs_another_one_inside_keeps_its_writes_in_their_traces()
    {
        var system = new TestSystem(Sys);
        using var metrics = new MetricRecorder(system);
        using var listener = Recorded.Everything();
        var asked = Sys.ActorOf(Handler.Props((_, _) => { }).WithDispatcher("akka.test.calling-thread-dispatcher"));

        // a top-level actor is started by its guardian, elsewhere
        await asked.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(20));
        var found = new TaskCompletionSource<ActivityTraceId>();
        var notified = system.ActorOf((_, _) => found.TrySetResult(Activity.Current?.TraceId ?? default));
        var account = system.ActorOf(Props.Create(() => new Asking(asked, notified)), "account");
        using var root = Recorded.Root();
        account.Tell("command", ActorRefs.NoSender);

        Assert.Equal(root.TraceId, await Eventually.Within(found.Task));
        await Eventually.Equal(1, () =>
            metrics.Of(AkkaMetricNames.PersistenceWriteDuration, (AkkaSpanAttributes.ActorType, "NestedRunSpec.Asking")).Count);
    }
}
