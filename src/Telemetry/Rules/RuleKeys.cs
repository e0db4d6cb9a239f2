namespace AkkaInstrumentation;

/// <summary>The keys of a rule. They are a contract: <c>docs/configuration.md</c> lists them and a test compares.</summary>
internal static class RuleKeys
{
    public const string Section = "rules";

    public const string Path = "path";
    public const string Actor = "actor";
    public const string Message = "message";
    public const string MessageNamespace = "message-namespace";
    public const string MessageAssembly = "message-assembly";
    public const string MessageImplements = "message-implements";
    public const string MessageAttribute = "message-attribute";

    public const string Trace = "trace";
    public const string Ratio = "ratio";
    public const string SpanName = "span-name";
    public const string Measure = "measure";
    public const string ActorName = "actor-name";
    public const string Relation = "relation";

    public const string Enabled = "enabled";
    public const string Order = "order";

    public static IReadOnlyList<string> Treatment { get; } = [Trace, Ratio, SpanName, Measure, ActorName, Relation];

    public static IReadOnlyList<string> AboutMessages { get; } =
        [Message, MessageNamespace, MessageAssembly, MessageImplements, MessageAttribute];

    public static IReadOnlyList<string> Criteria { get; } = [Path, Actor, .. AboutMessages];

    public static IReadOnlyList<string> All { get; } = [.. Criteria, .. Treatment, Enabled, Order];

    public static IReadOnlyDictionary<string, TraceMode> TraceModes { get; } = new Dictionary<string, TraceMode>
    {
        ["never"] = TraceMode.Never,
        ["only-in-trace"] = TraceMode.OnlyInTrace,
        ["sampled"] = TraceMode.Sampled,
        ["always"] = TraceMode.Always,
    };

    public static IReadOnlyDictionary<string, SpanRelation> Relations { get; } = new Dictionary<string, SpanRelation>
    {
        ["parent"] = SpanRelation.Parent,
        ["link"] = SpanRelation.Link,
        ["none"] = SpanRelation.None,
    };

    /// <summary>The word of <paramref name="value"/> in HOCON.</summary>
    public static string Word(TraceMode value) => TraceModes.FirstOrDefault(word => word.Value == value).Key ?? $"{value}";

    /// <summary>The word of <paramref name="value"/> in HOCON.</summary>
    public static string Word(SpanRelation value) => Relations.FirstOrDefault(word => word.Value == value).Key ?? $"{value}";
}
