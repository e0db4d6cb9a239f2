namespace AkkaInstrumentation;

/// <summary>
/// Settings for the detection of handlers that block a thread. Such a handler is reported while it still blocks: by an event of the event source
/// <c>AkkaInstrumentation</c>, a line in Akka's log and a counter. The detection works once somebody listens to spans or metrics.
/// </summary>
public sealed class AkkaBlockingOptions
{
    /// <summary>False: no handler is watched. HOCON: <c>akka.instrumentation.blocking.enabled</c>. Default: true.</summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// How long a handler may block its thread before it is reported, from 50 ms to 1 h. HOCON: <c>akka.instrumentation.blocking.threshold</c>.
    /// Default: 2s.
    /// </summary>
    public TimeSpan? Threshold { get; set; }

    /// <summary>
    /// Maximum number of reports per minute, from 1 to 10,000. Further ones are only counted.
    /// HOCON: <c>akka.instrumentation.blocking.reports-per-minute</c>. Default: 20.
    /// </summary>
    public int? ReportsPerMinute { get; set; }
}
