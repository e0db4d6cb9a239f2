using System.Diagnostics;
using Akka.Actor;
using Akka.TestKit.Xunit2;

namespace AkkaInstrumentation.Tests.Family;

/// <summary>A persistent actor's handler runs another actor on its own thread, and then asks the journal. The test kit's dispatcher does such a thing.</summary>
public sealed class NestedRunSpec() : TestKit(AkkaInstrumentationConfig.Defaults.WithFallback("akka.instrumentation.rules.journals { actor = PlayedJournal, kind = infrastructure }"))
{
    [Fact]
    public async Task Its_writes_keep_their_traces()
    {
        var system = new TestSystem(Sys);
        var (asked, journal) = (await Asked(), system.ActorOf(PlayedJournal.Props(2), "journal"));
        var (a, b) = (Played(system, journal, asked, "a"), Played(system, journal, asked, "b"));
        using var one = SpanRecorder.WithRoot(out var first);
        a.Tell("command", ActorRefs.NoSender);
        first.Stop();
        using var two = SpanRecorder.WithRoot(out var second);
        b.Tell("command", ActorRefs.NoSender);
        second.Stop();

        // the journal answers both in one handler
        await Eventually.True(() => Notified(one).Count > 0 && Notified(two).Count > 0);
        Assert.Equal("/user/notified-a", Assert.Single(Notified(one)));
        Assert.Equal("/user/notified-b", Assert.Single(Notified(two)));
    }

    [Fact]
    public async Task Its_writes_are_measured()
    {
        var system = new TestSystem(Sys);
        using var metrics = new MetricRecorder(system);
        var actor = Played(system, system.ActorOf(PlayedJournal.Props(1), "journal"), await Asked(), "a");
        actor.Tell("command", ActorRefs.NoSender);

        await Eventually.Equal(1, () => metrics.Of(AkkaMetricNames.PersistenceWriteDuration, (AkkaSpanAttributes.ActorType, "PlayedActor")).Count);
    }

    private static List<string> Notified(SpanRecorder spans) =>
        [.. spans.Stopped.Select(span => $"{span.GetTagItem(AkkaSpanAttributes.ActorPath)}").Where(path => path.StartsWith("/user/notified", StringComparison.Ordinal))];

    private static IActorRef Played(TestSystem system, IActorRef journal, IActorRef asked, string name) =>
        system.ActorOf(PlayedActor.Props(journal, system.ActorOf((_, _) => { }, $"notified-{name}"), asked), name);

    // a top-level actor is started by its guardian, elsewhere
    private async Task<IActorRef> Asked()
    {
        var actor = Sys.ActorOf(Handler.Props((_, _) => { }).WithDispatcher("akka.test.calling-thread-dispatcher"));
        await actor.Ask<ActorIdentity>(new Identify(1), TimeSpan.FromSeconds(20));
        return actor;
    }
}
