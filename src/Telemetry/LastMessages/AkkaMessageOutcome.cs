namespace AkkaInstrumentation;

/// <summary>How a recorded message ended.</summary>
public enum AkkaMessageOutcome
{
    /// <summary>Its handler has not ended: it works, or it awaits.</summary>
    Running,

    /// <summary>Its handler has returned, or the task that it awaited has completed.</summary>
    Processed,

    /// <summary>Its handler threw.</summary>
    Failed,

    /// <summary>Its handler stashed it. When it returns from the stash it is recorded again.</summary>
    Stashed,

    /// <summary>Its handler did not handle it. Known while <c>akka.instrumentation.metrics.enabled</c> is on; else it is <see cref="Processed"/>.</summary>
    Unhandled,

    /// <summary>Its end was not seen, because the actor's dispatcher is not an instrumented one.</summary>
    Unknown,
}
