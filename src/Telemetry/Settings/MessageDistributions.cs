namespace AkkaInstrumentation;

/// <summary>Which messages the histograms of wait and processing time get. Counts are exact with both.</summary>
public enum MessageDistributions
{
    /// <summary>Every message up to a rate, above it one in 2^k, chosen by chance.</summary>
    Adaptive,

    /// <summary>Every message: two clock reads and two histogram records for each.</summary>
    All,
}
