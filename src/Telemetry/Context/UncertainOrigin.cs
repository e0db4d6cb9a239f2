namespace AkkaInstrumentation;

/// <summary>An origin that is probably right, which nobody can prove.</summary>
internal sealed class UncertainOrigin(MessageOrigin origin) : OriginAround(origin)
{
    public override CarriedBaggage? Baggage { get; } = origin.Baggage;

    public override MessageOrigin? PassedOn => Trace?.PassedOn;

    public override bool IsUncertain => true;
}
