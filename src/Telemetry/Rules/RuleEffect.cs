using System.Text.RegularExpressions;

namespace AkkaInstrumentation;

/// <summary>
/// The settings of a rule, a marker attribute or an actor's Props; null where they set nothing. Equal by value, because verdicts are
/// cached by it.
/// </summary>
internal sealed record RuleEffect
{
    [Setting(RuleKeys.Trace)] public AkkaTraceMode? Trace { get; init; }

    /// <summary>Share of the traces that messages with <see cref="AkkaTraceMode.Sampled"/> may begin.</summary>
    [Setting(RuleKeys.Ratio, 0, 1)] public double? Ratio { get; init; }

    [Setting(RuleKeys.SpanName, IsTemplate = true, Allowed = "are text with the placeholders {actor} and {message}")]
    public string? SpanName { get; init; }

    [Setting(RuleKeys.Measure)] public bool? Measure { get; init; }

    [Setting(RuleKeys.ActorName, Allowed = "are text")] public string? ActorName { get; init; }

    [Setting(RuleKeys.Relation)] public AkkaSpanRelation? Relation { get; init; }

    /// <summary>The kind of the actor: who wrote it. Evaluated when the actor starts.</summary>
    [Setting(RuleKeys.Kind)] public AkkaActorKind? Kind { get; init; }

    /// <summary>How many of the actor's last messages are kept; 0 for none.</summary>
    [Setting(RuleKeys.LastMessages, 0, 1_024)] public int? LastMessages { get; init; }

    /// <summary>
    /// Names of span attributes, each with the member of the message that it shows. Not in Props, so equality by reference is enough.
    /// </summary>
    public IReadOnlyList<KeyValuePair<string, string>> Attributes { get; init; } = [];

    /// <summary>Whether each message gets a span, even inside an unsampled trace. Set at run time only, with
    /// <see cref="AkkaTraceMode.Always"/>.</summary>
    public bool TracesAll { get; init; }

    /// <summary>By which value messages are followed. Set at run time only.</summary>
    public FollowedMessages? Follows { get; init; }

    /// <summary>The settings as HOCON, for <c>Explain</c> and messages.</summary>
    public IEnumerable<string> Lines() =>
        from property in typeof(RuleEffect).GetProperties()
        where property.Name != nameof(TracesAll)
        let value = Written(property.GetValue(this))
        where value is not null
        select $"{KebabCase.From(property.Name)} = {value}";

    private static string? Written(object? value) => value switch
    {
        bool on => RuleKeys.Word(on),
        Enum word => RuleKeys.Word(word),
        string text => $"\"{text}\"",
        IReadOnlyList<KeyValuePair<string, string>> fields =>
            fields.Count == 0 ? null : $"{{ {string.Join(", ", fields.Select(field => $"\"{field.Key}\" = {field.Value}"))} }}",
        _ => value is null ? null : FormattableString.Invariant($"{value}"),
    };
}

/// <summary>A span's name with the placeholders <c>{actor}</c> and <c>{message}</c> for the names of the two types.</summary>
internal static partial class SpanNameTemplate
{
    /// <summary>The form in which OpenTelemetry names the spans of remote calls: the receiver, then the operation.</summary>
    public const string Default = "{actor}/{message}";

    /// <summary>Whether all braces belong to the two placeholders.</summary>
    public static bool IsValid(string template) => template.Length > 0 && Placeholder().Replace(template, "").AsSpan().IndexOfAny('{', '}') < 0;

    /// <summary>
    /// One pass, so that a type's name is never taken for a placeholder. Other text is copied unchanged, because the text of an attribute is not
    /// checked at the start.
    /// </summary>
    public static string Fill(string template, string actor, string message) =>
        template == Default
            ? $"{actor}/{message}"
            : Placeholder().Replace(template, placeholder => placeholder.Value == "{actor}" ? actor : message);

    [GeneratedRegex(@"\{actor\}|\{message\}")]
    private static partial Regex Placeholder();
}

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
    public const string LastMessages = "last-messages";
    public const string Attributes = "attributes";

    public const string Enabled = "enabled";
    public const string Order = "order";

    /// <summary>The settings that an actor's Props may have too.</summary>
    public static IReadOnlyList<string> OfProps { get; } = [Trace, Ratio, SpanName, Measure, ActorName, Relation, Kind, LastMessages];

    public static IReadOnlyList<string> Effects { get; } = [.. OfProps, Attributes];

    public static IReadOnlyList<string> AboutMessages { get; } =
        [Message, MessageNamespace, MessageAssembly, MessageImplements, MessageAttribute];

    public static IReadOnlyList<string> Criteria { get; } = [Path, Actor, .. AboutMessages];

    public static IReadOnlyList<string> All { get; } = [.. Criteria, .. Effects, Enabled, Order];

    public static string Word(bool value) => value ? "on" : "off";

    /// <summary>The word for a value. A number that is no value of the enum is written as it is; the check of the HOCON then reports it.</summary>
    public static string Word(Enum value) => KebabCase.From(value.ToString());
}

/// <summary>Which messages get a span. HOCON: <c>trace</c> in a rule of <c>akka.instrumentation.rules</c>.</summary>
public enum AkkaTraceMode
{
    /// <summary>
    /// The default. A message sent inside a trace belongs to it. A message that would begin a trace is sampled by the
    /// rule's ratio, or by the system's ratio if the rule has none. HOCON: <c>sampled</c>.
    /// </summary>
    Sampled,

    /// <summary>A message sent outside a trace always begins one. HOCON: <c>always</c>.</summary>
    Always,

    /// <summary>A message sent inside a trace belongs to it. No message begins a trace. HOCON: <c>only-in-trace</c>.</summary>
    OnlyInTrace,

    /// <summary>No span. A trace passes through to the messages that the handler sends. HOCON: <c>never</c>.</summary>
    Never,
}

/// <summary>
/// How a message's span relates to the span in which it was sent. HOCON: <c>relation</c> in a rule of
/// <c>akka.instrumentation.rules</c>. For messages of a scheduler, that is the span in which they were scheduled. It is known with the
/// <c>InstrumentedScheduler</c>, and their default is <see cref="Link"/>.
/// </summary>
public enum AkkaSpanRelation
{
    /// <summary>The default: the span is a child, in the same trace. HOCON: <c>parent</c>.</summary>
    Parent,

    /// <summary>The span is the root of a new trace, with a link to the sender's span. HOCON: <c>link</c>.</summary>
    Link,

    /// <summary>The span is the root of a new trace, without a link. HOCON: <c>none</c>.</summary>
    None,
}

/// <summary>
/// The kind of an actor: who wrote it. It decides whether and how the actor is instrumented. HOCON: <c>kind</c> in a rule of
/// <c>akka.instrumentation.rules</c>.
/// </summary>
public enum AkkaActorKind
{
    /// <summary>An actor of the application. The default below <c>/user</c>. HOCON: <c>user</c>.</summary>
    User,

    /// <summary>
    /// An actor that handles the application's messages on their way: a region, a journal, a proxy. It has no spans of its own. Traces pass
    /// through it, and its metrics have <c>akka.actor.category</c>. With <c>system-actors = on</c> it has spans. The actors of Akka.Streams
    /// neither have spans nor pass traces on. HOCON: <c>infrastructure</c>.
    /// </summary>
    Infrastructure,

    /// <summary>
    /// An actor that the application's messages do not reach. The default outside of <c>/user</c>. It is instrumented only with
    /// <c>system-actors = on</c>. HOCON: <c>system</c>.
    /// </summary>
    System,
}
