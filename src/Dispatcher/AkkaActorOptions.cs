namespace AkkaInstrumentation;

/// <summary>
/// Settings of <c>props.WithInstrumentation(...)</c> for one actor. The keys are those of a rule in <c>akka.instrumentation.rules</c>. These settings
/// take precedence over rules. For a property that is null, the rules apply.
/// </summary>
public sealed class AkkaActorOptions
{
    /// <summary>Which messages get a span. HOCON: <c>trace</c>.</summary>
    public AkkaTraceMode? Trace { get; set; }

    /// <summary>The share of traces that the messages may begin, from 0 to 1. HOCON: <c>ratio</c>.</summary>
    public double? Ratio { get; set; }

    /// <summary>
    /// Name of the spans. <c>{actor}</c> and <c>{message}</c> stand for the names of the types. There should be few different names, so do not use
    /// ids. HOCON: <c>span-name</c>.
    /// </summary>
    public string? SpanName { get; set; }

    /// <summary>False: the messages are not in the metrics by type. HOCON: <c>measure</c>.</summary>
    public bool? Measure { get; set; }

    /// <summary>The name that stands for the actor's type in metrics and spans. HOCON: <c>actor-name</c>.</summary>
    public string? ActorName { get; set; }

    /// <summary>How the spans relate to the sender's. HOCON: <c>relation</c>.</summary>
    public AkkaSpanRelation? Relation { get; set; }

    /// <summary>
    /// How many of the actor's last messages are kept, from 0 (none) to 1,024. HOCON: <c>last-messages</c>.
    /// </summary>
    public int? LastMessages { get; set; }
}
