namespace AkkaInstrumentation;

/// <summary>
/// Settings of the watcher that tells of handlers that block a thread, while they still do: by an event of the event source
/// <c>AkkaInstrumentation</c>, a line in Akka's log and a counter. It sees handlers once somebody listens to spans or metrics.
/// </summary>
public sealed class BlockingOptions
{
    /// <summary>False: no handler is watched. HOCON: <c>akka.instrumentation.blocking.enabled</c>. Default: true.</summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// How long a handler may block its thread before it is told, 50 ms to an hour.
    /// HOCON: <c>akka.instrumentation.blocking.threshold</c>. Default: 2s.
    /// </summary>
    public TimeSpan? Threshold { get; set; }

    /// <summary>
    /// Reports that are told in a minute, 1 to 10,000; more are only counted.
    /// HOCON: <c>akka.instrumentation.blocking.reports-per-minute</c>. Default: 20.
    /// </summary>
    public int? ReportsPerMinute { get; set; }
}
