using Akka.Actor;
using Akka.TestKit.Xunit2;

namespace AkkaInstrumentation.Tests.Family;

/// <summary>A persistent actor's handler runs another actor on its own thread, and then asks the journal. The test kit's dispatcher does such a thing.</summary>
public sealed class NestedRunSpec() : TestKit(AkkaInstrumentationConfig.Defaults.WithFallback("akka.instrumentation.rules.journals { actor = PlayedJournal, kind = infrastructure }"))
{
    [Fact]
    public async Task Its_writes_keep_their_traces() => await TwoCommands.KeepTheirTraces(new TestSystem(Sys), await Asked());

    [Fact]
    public async Task Its_writes_are_measured()
    {
        var system = new TestSystem(Sys);
        using var metrics = new MetricRecorder(system);
        var actor = TwoCommands.Played(system, system.ActorOf(PlayedJournal.Props(1), "journal"), await Asked(), "a");
        actor.Tell("command", ActorRefs.NoSender);

        await Eventually.Equal(1, () => metrics.Of(AkkaMetricNames.PersistenceWriteDuration, (AkkaSpanAttributes.ActorType, "PlayedActor")).Count);
    }

    // a top-level actor is started by its guardian, elsewhere
    private async Task<IActorRef> Asked()
    {
        var actor = Sys.ActorOf(Handler.Props((_, _) => { }).WithDispatcher("akka.test.calling-thread-dispatcher"));
        await actor.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(20));
        return actor;
    }
}
