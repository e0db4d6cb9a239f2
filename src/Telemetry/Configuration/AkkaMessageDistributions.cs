namespace AkkaInstrumentation;

/// <summary>
/// Selects the messages that the histograms of wait and processing time record. Counts are exact in both modes. HOCON:
/// <c>akka.instrumentation.metrics.distributions</c>.
/// </summary>
public enum AkkaMessageDistributions
{
    /// <summary>The default: every message up to a rate, and above it one in 2^k, chosen at random. HOCON: <c>adaptive</c>.</summary>
    Adaptive,

    /// <summary>Every message: two clock reads and two histogram records for each. HOCON: <c>all</c>.</summary>
    All,
}
