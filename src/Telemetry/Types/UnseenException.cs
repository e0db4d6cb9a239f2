namespace AkkaInstrumentation;

/// <summary>
/// Stands for the exception of a handler when the exception itself is unknown: the supervisor's dispatcher is not instrumented, or is on another
/// node.
/// </summary>
internal sealed class UnseenException : Exception
{
    public static readonly UnseenException Instance = new();

    private UnseenException()
        : base("The handler threw. The exception is not known here: the supervisor is on another node or on a dispatcher that is not instrumented.")
    {
    }
}
