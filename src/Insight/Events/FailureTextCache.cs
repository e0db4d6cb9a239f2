using System.Collections.Concurrent;
using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The texts of the exceptions of one actor system. For each kind that the metrics count, an exception is read at most once a second, because reading
/// a stack costs more than a failure. Any thread.
/// </summary>
internal sealed class FailureTextCache
{
    // Actor types and their exception types are capped.
    private readonly ConcurrentDictionary<FailureCount, FailureText> _texts = new();

    /// <summary>Reads an exception, or returns the text that was read for its kind within the last second. Never throws.</summary>
    /// <param name="kind">Actor type and exception type.</param>
    /// <param name="cause">The exception.</param>
    /// <param name="actor">The type of the actor that has failed.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public FailureText Read(FailureCount kind, Exception cause, Type? actor, long now) =>
        _texts.TryGetValue(kind, out var known) && known.At > 0 && now - known.At < Stopwatch.Frequency
            ? known
            : _texts[kind] = FailureText.Of(cause, actor, now);
}
