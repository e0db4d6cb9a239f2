namespace AkkaInstrumentation;

/// <summary>What a supervisor can do about a child that failed, as attribute values.</summary>
internal static class Directives
{
    public const string Resume = "resume";
    public const string Restart = "restart";

    /// <summary>Also for a restart that the strategy no longer permits.</summary>
    public const string Stop = "stop";

    public const string Escalate = "escalate";
}
