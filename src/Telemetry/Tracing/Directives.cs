namespace AkkaInstrumentation;

/// <summary>A supervisor's possible reactions to a failed child, as attribute values.</summary>
internal static class Directives
{
    public const string Resume = "resume";
    public const string Restart = "restart";

    /// <summary>Also used when the strategy permits no further restart.</summary>
    public const string Stop = "stop";

    public const string Escalate = "escalate";
}
