using Akka.Actor;

namespace AkkaInstrumentation.Tests.Family;

/// <summary>Two persistent actors get a command each, in traces of their own, and the journal answers both in one handler.</summary>
internal static class TwoCommands
{
    /// <summary>What each actor sends once its event is written must be in the trace of its command.</summary>
    /// <param name="system">The actor system.</param>
    /// <param name="asked">Whom each actor asks before the journal; null for nobody.</param>
    public static async Task KeepTheirTraces(TestSystem system, IActorRef? asked = null)
    {
        var journal = system.ActorOf(PlayedJournal.Props(2), "journal");
        var (a, b) = (Played(system, journal, asked, "a"), Played(system, journal, asked, "b"));
        using var one = SpanRecorder.WithRoot(out var first);
        a.Tell("command", ActorRefs.NoSender);
        first.Stop();
        using var two = SpanRecorder.WithRoot(out var second);
        b.Tell("command", ActorRefs.NoSender);
        second.Stop();

        await Eventually.True(() => Notified(one).Count > 0 && Notified(two).Count > 0);
        Assert.Equal("/user/notified-a", Assert.Single(Notified(one)));
        Assert.Equal("/user/notified-b", Assert.Single(Notified(two)));
    }

    /// <summary>A persistent actor that notifies another one of its writes.</summary>
    /// <param name="system">The actor system.</param>
    /// <param name="journal">Its journal.</param>
    /// <param name="asked">Whom it asks before the journal; null for nobody.</param>
    /// <param name="name">Its name. The notified actor's is <c>notified-</c> before it.</param>
    public static IActorRef Played(TestSystem system, IActorRef journal, IActorRef? asked, string name) =>
        system.ActorOf(PlayedActor.Props(journal, system.ActorOf((_, _) => { }, $"notified-{name}"), asked), name);

    private static List<string> Notified(SpanRecorder spans) =>
        [.. spans.Stopped.Select(span => $"{span.GetTagItem(AkkaSpanAttributes.ActorPath)}").Where(path => path.StartsWith("/user/notified", StringComparison.Ordinal))];
}
