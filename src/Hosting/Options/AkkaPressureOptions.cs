namespace AkkaInstrumentation;

/// <summary>
/// Settings for the detection of mailboxes that grow. Such a mailbox is reported by an event of the event source <c>AkkaInstrumentation</c>, a line
/// in Akka's log and a counter. The detection needs no listener to metrics.
/// </summary>
public sealed class AkkaPressureOptions
{
    /// <summary>False: no mailbox is watched. HOCON: <c>akka.instrumentation.pressure.enabled</c>. Default: true.</summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// How long a mailbox may grow before it is reported, from 100 ms to 1 h. HOCON: <c>akka.instrumentation.pressure.growing-for</c>. Default: 10s.
    /// </summary>
    public TimeSpan? GrowingFor { get; set; }

    /// <summary>
    /// The number of messages below which a mailbox is not watched, from 1 to 1,000,000,000. A reported mailbox has recovered at half of this number.
    /// HOCON: <c>akka.instrumentation.pressure.min-depth</c>. Default: 1000.
    /// </summary>
    public int? MinDepth { get; set; }

    /// <summary>
    /// Maximum number of reports per minute, from 1 to 10,000. Further ones are only counted.
    /// HOCON: <c>akka.instrumentation.pressure.reports-per-minute</c>. Default: 20.
    /// </summary>
    public int? ReportsPerMinute { get; set; }
}
