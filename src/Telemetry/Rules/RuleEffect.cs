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

    /// <summary>Who wrote the actor. Evaluated when the actor starts.</summary>
    [Setting(RuleKeys.Kind)] public AkkaActorKind? Kind { get; init; }

    /// <summary>How many of the actor's last messages are kept; 0 for none.</summary>
    [Setting(RuleKeys.Record, 0, 1_024)] public int? Record { get; init; }

    /// <summary>
    /// Names of span attributes, each with the member of the message that it shows. Not in Props, so equality by reference is enough.
    /// </summary>
    public IReadOnlyList<KeyValuePair<string, string>> Attributes { get; init; } = [];

    /// <summary>A span for each message, even inside an unsampled trace. Set at run time only, with <see cref="AkkaTraceMode.Always"/>.</summary>
    public bool Fully { get; init; }

    /// <summary>The settings as HOCON, for <c>Explain</c> and messages.</summary>
    public IEnumerable<string> Lines() =>
        from property in typeof(RuleEffect).GetProperties()
        where property.Name != nameof(Fully)
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
    /// <summary>As OpenTelemetry names the spans of remote calls: the receiver, then what it is asked to do.</summary>
    public const string Default = "{actor}/{message}";

    /// <summary>Whether all braces belong to the two placeholders.</summary>
    public static bool IsValid(string template) => template.Length > 0 && Placeholder().Replace(template, "").AsSpan().IndexOfAny('{', '}') < 0;

    /// <summary>
    /// One pass, so that a type's name is never taken for a placeholder. Other text is copied unchanged, because the text of an attribute is not
    /// checked at the start.
    /// </summary>
    public static string Fill(string template, string actor, string message) =>
        Placeholder().Replace(template, placeholder => placeholder.Value == "{actor}" ? actor : message);

    [GeneratedRegex(@"\{actor\}|\{message\}")]
    private static partial Regex Placeholder();
}
