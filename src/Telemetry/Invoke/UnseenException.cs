namespace AkkaInstrumentation;

/// <summary>Stands for what a handler has thrown when only that it threw is known: the supervisor's dispatcher is not ours, or is on another node.</summary>
internal sealed class UnseenException : Exception
{
    public static readonly UnseenException Instance = new();

    private UnseenException()
        : base("The handler threw. The exception is not known here: the supervisor is on another node or on a dispatcher that is not instrumented.")
    {
    }
}
