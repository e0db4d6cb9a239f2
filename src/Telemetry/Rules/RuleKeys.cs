namespace AkkaInstrumentation;

/// <summary>The keys of a rule and their words. They are a contract: <c>docs/configuration.md</c> lists them, and a test compares both.</summary>
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
    public const string Attributes = "attributes";

    public const string Enabled = "enabled";
    public const string Order = "order";

    /// <summary>The settings that an actor's Props may have too.</summary>
    public static IReadOnlyList<string> OfProps { get; } = [Trace, Ratio, SpanName, Measure, ActorName, Relation, Kind, Record];

    public static IReadOnlyList<string> Effects { get; } = [.. OfProps, Attributes];

    public static IReadOnlyList<string> AboutMessages { get; } =
        [Message, MessageNamespace, MessageAssembly, MessageImplements, MessageAttribute];

    public static IReadOnlyList<string> Criteria { get; } = [Path, Actor, .. AboutMessages];

    public static IReadOnlyList<string> All { get; } = [.. Criteria, .. Effects, Enabled, Order];

    public static string Word(bool value) => value ? "on" : "off";

    /// <summary>The word for a value. A number that is no value of the enum is written as it is; the check of the HOCON then reports it.</summary>
    public static string Word(Enum value) => KebabCase.From(value.ToString());
}
