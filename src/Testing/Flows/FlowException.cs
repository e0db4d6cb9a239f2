namespace AkkaInstrumentation;

/// <summary>
/// A flow is not as expected, or could not be tracked. The message ends with the flow as text. It is a plain exception, so every test framework shows it.
/// </summary>
public sealed class FlowException : Exception
{
    /// <param name="problem">What is wrong.</param>
    /// <param name="flow">The flow; null if there is none.</param>
    /// <param name="innerException">What the action threw; null if it did not throw.</param>
    internal FlowException(string problem, MessageFlow? flow, Exception? innerException = null)
        : base(flow is null ? problem : $"{problem}\n\n{flow}", innerException) => Flow = flow;

    /// <summary>The flow, as far as it went; null if there is none.</summary>
    public MessageFlow? Flow { get; }
}
