namespace AkkaInstrumentation;

/// <summary>What a watch of an actor system sees at present. The watchdog thread replaces the parts; any thread reads them.</summary>
internal sealed record WatchFindings(Findings<GrowingMailbox> Growing, Findings<BlockingActor> Blocking)
{
    public static WatchFindings None { get; } = new(Findings<GrowingMailbox>.None, Findings<BlockingActor>.None);
}
