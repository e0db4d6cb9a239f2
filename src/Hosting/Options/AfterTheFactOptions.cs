namespace AkkaInstrumentation;

/// <summary>
/// Which messages that were not sampled get a span when they are over: a trace of its own with true times and
/// <c>akka.sampling.reason</c>, if rules let such a message begin one.
/// </summary>
public sealed class AfterTheFactOptions
{
    /// <summary>
    /// Messages whose handler threw, and actors that could not start or restart.
    /// HOCON: <c>akka.instrumentation.tracing.after-the-fact.errors</c>. Default: true.
    /// </summary>
    public bool? Errors { get; set; }

    /// <summary>
    /// Messages that waited longer than this, from 10 ms to 1 h; <see cref="Timeout.InfiniteTimeSpan"/>: none. When it is set,
    /// each message is timed when it is sent. HOCON: <c>akka.instrumentation.tracing.after-the-fact.slow-wait</c>. Default: off.
    /// </summary>
    public TimeSpan? SlowWait { get; set; }

    /// <summary>
    /// Messages that were worked on longer than this, from 10 ms to 1 h, known to about a hundredth of a second;
    /// <see cref="Timeout.InfiniteTimeSpan"/>: none. HOCON: <c>akka.instrumentation.tracing.after-the-fact.slow-work</c>.
    /// Default: off.
    /// </summary>
    public TimeSpan? SlowWork { get; set; }

    /// <summary>
    /// Such spans per second, 1 to 10,000. HOCON: <c>akka.instrumentation.tracing.after-the-fact.limit</c>. Default: 100.
    /// </summary>
    public int? Limit { get; set; }
}
