using System.Text;

namespace AkkaInstrumentation.Tests.Cases;

/// <summary>
/// Writes the spans of a case, one a line, children below their parents:
/// <code>Handler/Int32: Int32 at a from b !System.TimeoutException "no stock" ~ Handler/String: String at c</code>
/// is name, message type, actor, sender, error, what the supervisor did (<c>&gt; restart</c>), linked spans. All that a span of ours always has
/// (kind, system, actor type, wait)
/// is written only if it is not as it should be; what it must not have is written too. So equal texts are equal spans.
/// </summary>
internal sealed class CaseTree(string prefix, Activity test, IReadOnlyList<Activity> spans)
{
    /// <summary>The span that the test sends from.</summary>
    public const string Test = "test";

    public const string Nothing = "(nothing)";

    private static readonly string[] Written =
    [
        AkkaSpanAttributes.ActorSystemName, AkkaSpanAttributes.ActorType, AkkaSpanAttributes.MessageType,
            AkkaSpanAttributes.ActorPath, AkkaSpanAttributes.SenderPath,
        AkkaSpanAttributes.MailboxWaitDuration, AkkaSpanAttributes.ErrorType, AkkaSpanAttributes.StashDuration,
        AkkaSpanAttributes.SupervisionDirective,
    ];

    public string Write()
    {
        var known = spans.ToDictionary(span => span.SpanId);
        var children = spans.ToLookup(span => span.ParentSpanId);
        var below = new StringBuilder();
        Append(below, children, test.SpanId, "  ");
        var text = new StringBuilder(below.Length > 0 ? $"{Test}\n{below}" : "");
        Append(text, children, default, "");
        foreach (var span in spans.Where(span => span.ParentSpanId != default
            && span.ParentSpanId != test.SpanId && !known.ContainsKey(span.ParentSpanId)))
        {
            text.Append("FOREIGN PARENT: ").Append(Line(span)).Append('\n');
        }

        return text.Length == 0 ? Nothing : text.ToString().TrimEnd('\n');
    }

    private void Append(StringBuilder text, ILookup<ActivitySpanId, Activity> children, ActivitySpanId parent, string indent)
    {
        var subtrees = new List<string>();
        foreach (var span in children[parent])
        {
            var subtree = new StringBuilder().Append(indent).Append(Line(span)).Append('\n');
            Append(subtree, children, span.SpanId, indent + "  ");
            subtrees.Add(subtree.ToString());
        }

        subtrees.Sort(StringComparer.Ordinal);
        subtrees.ForEach(subtree => text.Append(subtree));
    }

    private string Line(Activity span)
    {
        var text = new StringBuilder(Title(span));
        text.Append(span.GetTagItem(AkkaSpanAttributes.SenderPath) is string sender ? $" from {Short(sender)}" : "");
        if (span.Status == ActivityStatusCode.Error)
        {
            text.Append(" !").Append(span.GetTagItem(AkkaSpanAttributes.ErrorType)).Append(" \"").Append(span.StatusDescription).Append('"');
            text.Append(span.GetTagItem(AkkaSpanAttributes.SupervisionDirective) is string directive ? $" > {directive}" : "");
        }

        foreach (var attribute in span.TagObjects.Where(tag => !Written.Contains(tag.Key)))
        {
            text.Append(' ').Append(attribute.Key).Append('=').Append(attribute.Value);
        }

        foreach (var link in span.Links)
        {
            text.Append(" ~ ").Append(NameOf(link.Context));
        }

        return text.Append(Oddities(span)).ToString();
    }

    private string Title(Activity span) =>
        $"{span.DisplayName}: {span.GetTagItem(AkkaSpanAttributes.MessageType)} at {Short(span.GetTagItem(AkkaSpanAttributes.ActorPath) as string)}";

    private string NameOf(ActivityContext linked) =>
        linked.SpanId == test.SpanId ? Test : spans.FirstOrDefault(span => span.SpanId == linked.SpanId) is { } span ? Title(span) : "FOREIGN";

    private static string Oddities(Activity span)
    {
        List<string> found = [];
        found.AddRange(span.Kind == (span.ParentSpanId == default ? ActivityKind.Consumer : ActivityKind.Internal) ? [] : [$"[{span.Kind}]"]);
        found.AddRange(span.GetTagItem(AkkaSpanAttributes.ActorSystemName) is string ? [] : ["no system"]);
        found.AddRange(span.GetTagItem(AkkaSpanAttributes.ActorType) is string ? [] : ["no actor type"]);
        found.AddRange(span.GetTagItem(AkkaSpanAttributes.MailboxWaitDuration) is double ? [] : ["no wait"]);
        found.AddRange(span.Status == ActivityStatusCode.Error == span.GetTagItem(AkkaSpanAttributes.ErrorType) is string ? [] : ["half an error"]);
        found.AddRange(span.Parent is null ? [] : ["holds its parent"]);
        found.AddRange(span.IsStopped ? [] : ["OPEN"]);
        return found.Count == 0 ? "" : $" ({string.Join(", ", found)})";
    }

    // actors of a case are known by what comes after its prefix
    private string Short(string? path) => path switch
    {
        null => "nobody",
        _ when path.StartsWith($"/user/{prefix}-", StringComparison.Ordinal) => path[$"/user/{prefix}-".Length..],
        "/temp/_ask" => "ask",
        _ => path,
    };
}
