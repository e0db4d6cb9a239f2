using System.Collections.Concurrent;
using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// What exceptions of one actor system say. Of each kind that the metrics count one is read at most once a second: a stack costs more than a
/// failure. Any thread.
/// </summary>
internal sealed class FailureTextCache
{
    // Actor types and their exception types are capped.
    private readonly ConcurrentDictionary<FailureCount, FailureText> _texts = new();

    /// <summary>Reads an exception, or returns the text that was read of its kind a moment ago. Never throws.</summary>
    /// <param name="kind">Actor type and exception type.</param>
    /// <param name="cause">The exception.</param>
    /// <param name="actor">The type of the actor that has failed.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public FailureText Read(FailureCount kind, Exception cause, Type? actor, long now) =>
        _texts.TryGetValue(kind, out var known) && known.At > 0 && now - known.At < Stopwatch.Frequency
            ? known
            : _texts[kind] = FailureText.Of(cause, actor, now);
}
