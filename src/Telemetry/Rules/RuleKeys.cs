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

    public static RuleWord[] TraceModes { get; } =
    [
        new("never", (int)AkkaTraceMode.Never),
        new("only-in-trace", (int)AkkaTraceMode.OnlyInTrace),
        new("sampled", (int)AkkaTraceMode.Sampled),
        new("always", (int)AkkaTraceMode.Always),
    ];

    public static RuleWord[] Relations { get; } =
    [
        new("parent", (int)AkkaSpanRelation.Parent),
        new("link", (int)AkkaSpanRelation.Link),
        new("none", (int)AkkaSpanRelation.None),
    ];

    public static RuleWord[] Kinds { get; } =
    [
        new("user", (int)AkkaActorKind.User),
        new("infrastructure", (int)AkkaActorKind.Infrastructure),
        new("system", (int)AkkaActorKind.System),
    ];

    /// <summary>The HOCON word for <paramref name="value"/>.</summary>
    public static string Word(AkkaActorKind value) => Word(Kinds, (int)value);

    /// <summary>The HOCON word for <paramref name="value"/>.</summary>
    public static string Word(AkkaTraceMode value) => Word(TraceModes, (int)value);

    /// <summary>The HOCON word for <paramref name="value"/>.</summary>
    public static string Word(AkkaSpanRelation value) => Word(Relations, (int)value);

    // A number that is no value of the enum is written as it is. The check of the HOCON then reports it.
    private static string Word(RuleWord[] words, int value) => Array.Find(words, word => word.Value == value)?.Text ?? $"{value}";
}
