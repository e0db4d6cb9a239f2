namespace AkkaInstrumentation;

/// <summary>
/// An action is not as expected, or could not be tracked. The message ends with a text of its effects. It is a plain exception, so every test
/// framework shows it.
/// </summary>
public sealed class TrackingException : Exception
{
    /// <param name="problem">The problem.</param>
    /// <param name="tracked">The effects of the action; null if there are none.</param>
    /// <param name="innerException">The exception of the action; null if it did not throw.</param>
    internal TrackingException(string problem, TrackedAction? tracked, Exception? innerException = null)
        : base(tracked is null ? problem : $"{problem}\n\n{tracked}", innerException) => Tracked = tracked;

    /// <summary>The effects of the action so far; null if there are none.</summary>
    public TrackedAction? Tracked { get; }
}
