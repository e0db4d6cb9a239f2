namespace AkkaInstrumentation;

/// <summary>
/// Settings of the watcher that tells of mailboxes that grow: by an event of the event source <c>AkkaInstrumentation</c>, a line
/// in Akka's log and a counter. It needs no listener to metrics.
/// </summary>
public sealed class PressureOptions
{
    /// <summary>False: no mailbox is watched. HOCON: <c>akka.instrumentation.pressure.enabled</c>. Default: true.</summary>
    public bool? Enabled { get; set; }

    /// <summary>
    /// How long a mailbox may grow before it is told, 100 ms to an hour.
    /// HOCON: <c>akka.instrumentation.pressure.growing-for</c>. Default: 10s.
    /// </summary>
    public TimeSpan? GrowingFor { get; set; }

    /// <summary>
    /// Messages below which a mailbox is not watched, 1 to 1,000,000,000; at half of it one that was told of has recovered.
    /// HOCON: <c>akka.instrumentation.pressure.min-depth</c>. Default: 1000.
    /// </summary>
    public int? MinDepth { get; set; }

    /// <summary>
    /// Reports that are told in a minute, 1 to 10,000; more are only counted.
    /// HOCON: <c>akka.instrumentation.pressure.reports-per-minute</c>. Default: 20.
    /// </summary>
    public int? ReportsPerMinute { get; set; }
}
