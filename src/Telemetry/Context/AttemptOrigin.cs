namespace AkkaInstrumentation;

/// <summary>The origin of a message that its actor has sent itself again because its handler failed.</summary>
/// <param name="sentIn">Where it was sent again; null for no trace.</param>
/// <param name="attempt">2 for the first repetition.</param>
internal sealed class AttemptOrigin(MessageOrigin? sentIn, int attempt) : OriginAround(sentIn)
{
    public override int Attempt => attempt;

    public override CarriedBaggage? Baggage { get; } = sentIn?.Baggage;

    public override TrackedMessage? Tracked { get; } = sentIn?.Tracked;
}
