namespace AkkaInstrumentation;

/// <summary>
/// Which messages that were not sampled get a span when they have ended. Such a span has its own trace, true times and <c>akka.sampling.reason</c>.
/// Rules must allow the message to begin a trace.
/// </summary>
public sealed class AkkaRetroactiveSpanOptions
{
    /// <summary>
    /// Messages whose handler threw, and actors that failed to start or restart. HOCON: <c>akka.instrumentation.tracing.retroactive.errors</c>.
    /// Default: true.
    /// </summary>
    public bool? Errors { get; set; }

    /// <summary>
    /// Messages that waited longer than this, from 10 ms to 1 h; <see cref="Timeout.InfiniteTimeSpan"/>: none. If it is set, each message is timed
    /// when it is sent. HOCON: <c>akka.instrumentation.tracing.retroactive.slow-wait</c>. Default: off.
    /// </summary>
    public TimeSpan? SlowWait { get; set; }

    /// <summary>
    /// Messages whose handler took longer than this, from 10 ms to 1 h, with an accuracy of about 10 ms; <see cref="Timeout.InfiniteTimeSpan"/>:
    /// none. HOCON: <c>akka.instrumentation.tracing.retroactive.slow-work</c>. Default: off.
    /// </summary>
    public TimeSpan? SlowWork { get; set; }

    /// <summary>
    /// Maximum number of such spans per second, from 1 to 10,000. HOCON: <c>akka.instrumentation.tracing.retroactive.limit</c>. Default: 100.
    /// </summary>
    public int? Limit { get; set; }
}
