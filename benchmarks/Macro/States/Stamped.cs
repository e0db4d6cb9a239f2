using System.Diagnostics;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>A message in the smallest envelope from which a span can learn what ours knows: when it was sent, and in which span.</summary>
internal sealed class Stamped(object message)
{
    public object Message { get; } = message;

    public long SentAt { get; } = Stopwatch.GetTimestamp();

    public Activity? SentIn { get; } = Activity.Current;

    /// <summary>Its durations are wanted.</summary>
    public bool IsTimed { get; init; } = true;

    /// <summary>It begins a trace.</summary>
    public bool IsRoot { get; init; }
}
