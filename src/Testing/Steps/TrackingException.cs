namespace AkkaInstrumentation;

/// <summary>
/// An action is not as expected, or could not be tracked. The message ends with what it has caused, as text. It is a plain exception, so every
/// test framework shows it.
/// </summary>
public sealed class TrackingException : Exception
{
    /// <param name="problem">What is wrong.</param>
    /// <param name="tracked">What the action has caused; null if there is nothing.</param>
    /// <param name="innerException">What the action threw; null if it did not throw.</param>
    internal TrackingException(string problem, TrackedAction? tracked, Exception? innerException = null)
        : base(tracked is null ? problem : $"{problem}\n\n{tracked}", innerException) => Tracked = tracked;

    /// <summary>What the action has caused so far; null if there is nothing.</summary>
    public TrackedAction? Tracked { get; }
}
