namespace AkkaInstrumentation.Tests;

/// <summary>Actor types that belong to no system.</summary>
internal static class ActorTypes
{
    public static ActorTypeInfo One(int maxMessageTypes = 10_000) =>
        new("test", "Actor", new TimingRate(0, new RateAdaptation(() => { })), maxMessageTypes);
}
