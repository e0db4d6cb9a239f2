using System.Diagnostics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>A message in the smallest envelope from which a span can learn what ours knows: when it was sent, and in which span.</summary>
/// <param name="message">The message.</param>
/// <param name="sentAt"><see cref="Stopwatch"/> ticks; 0 when the time is not wanted.</param>
internal sealed class Stamped(object message, long sentAt)
{
    public Stamped(object message)
        : this(message, Stopwatch.GetTimestamp())
    {
    }

    public object Message { get; } = message;

    public long SentAt { get; } = sentAt;

    public Activity? SentIn { get; } = Activity.Current;

    /// <summary>Its durations are wanted.</summary>
    public bool IsTimed { get; init; } = true;

    /// <summary>It begins a trace.</summary>
    public bool IsRoot { get; init; }
}
