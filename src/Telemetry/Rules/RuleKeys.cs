namespace AkkaInstrumentation;

/// <summary>The keys of a rule. They are a contract: <c>docs/configuration.md</c> lists them, and a test compares both.</summary>
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
    public const string Kind = "kind";
    public const string Record = "record";

    public const string Enabled = "enabled";
    public const string Order = "order";

    public static IReadOnlyList<string> Effects { get; } = [Trace, Ratio, SpanName, Measure, ActorName, Relation, Kind, Record];

    public static IReadOnlyList<string> AboutMessages { get; } =
        [Message, MessageNamespace, MessageAssembly, MessageImplements, MessageAttribute];

    public static IReadOnlyList<string> Criteria { get; } = [Path, Actor, .. AboutMessages];

    public static IReadOnlyList<string> All { get; } = [.. Criteria, .. Effects, Enabled, Order];

    public static IReadOnlyDictionary<string, AkkaTraceMode> TraceModes { get; } = new Dictionary<string, AkkaTraceMode>
    {
        ["never"] = AkkaTraceMode.Never,
        ["only-in-trace"] = AkkaTraceMode.OnlyInTrace,
        ["sampled"] = AkkaTraceMode.Sampled,
        ["always"] = AkkaTraceMode.Always,
    };

    public static IReadOnlyDictionary<string, AkkaSpanRelation> Relations { get; } = new Dictionary<string, AkkaSpanRelation>
    {
        ["parent"] = AkkaSpanRelation.Parent,
        ["link"] = AkkaSpanRelation.Link,
        ["none"] = AkkaSpanRelation.None,
    };

    public static IReadOnlyDictionary<string, AkkaActorKind> Kinds { get; } = new Dictionary<string, AkkaActorKind>
    {
        ["user"] = AkkaActorKind.User,
        ["infrastructure"] = AkkaActorKind.Infrastructure,
        ["system"] = AkkaActorKind.System,
    };

    /// <summary>The HOCON word for <paramref name="value"/>.</summary>
    public static string Word(AkkaActorKind value) => Kinds.FirstOrDefault(word => word.Value == value).Key ?? $"{value}";

    /// <summary>The HOCON word for <paramref name="value"/>.</summary>
    public static string Word(AkkaTraceMode value) => TraceModes.FirstOrDefault(word => word.Value == value).Key ?? $"{value}";

    /// <summary>The HOCON word for <paramref name="value"/>.</summary>
    public static string Word(AkkaSpanRelation value) => Relations.FirstOrDefault(word => word.Value == value).Key ?? $"{value}";
}
