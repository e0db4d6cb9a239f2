namespace AkkaInstrumentation;

/// <summary>Which messages that would have begun a trace and were not sampled have a trace id of their own.</summary>
public enum UnsampledTraceIds
{
    /// <summary>Each, up to 1,000 in a second and actor system; above that, those of the same hundredth of a second share one. The default.</summary>
    Adaptive,

    /// <summary>Each, at some 500 bytes and 400 ns for a message.</summary>
    Always,

    /// <summary>None: those of the same hundredth of a second share one.</summary>
    Never,
}
