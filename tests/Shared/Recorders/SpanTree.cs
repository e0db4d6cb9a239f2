using System.Text;

namespace AkkaInstrumentation.Tests;

/// <summary>Writes spans as an indented tree. Siblings are in the order of their lines, since actors run at once.</summary>
public static class SpanTree
{
    public static string Write(IReadOnlyList<Activity> spans, Func<Activity, string> line)
    {
        var known = spans.Select(span => span.SpanId).ToHashSet();
        var children = spans.ToLookup(span => known.Contains(span.ParentSpanId) ? span.ParentSpanId : default);
        var text = new StringBuilder();
        Append(text, children, default, line, "");
        return text.ToString().TrimEnd('\n');
    }

    /// <summary>For example <c>Cart/PlaceOrder !System.InvalidOperationException</c>.</summary>
    public static string Stable(Activity span) =>
        span.DisplayName + (span.Status == ActivityStatusCode.Error ? $" !{span.GetTagItem(AkkaSpanAttributes.ErrorType)}" : "");

    public static string Detailed(Activity span)
    {
        var wait = span.GetTagItem(AkkaSpanAttributes.MailboxWaitDuration) is double seconds
            ? string.Create(CultureInfo.InvariantCulture, $" wait={seconds * 1e6:0.0}us")
            : "";
        var duration = span.IsStopped ? string.Create(CultureInfo.InvariantCulture, $" took={span.Duration.TotalMicroseconds:0.0}us") : " OPEN";
        return $"{Stable(span)} [{span.Kind}] {span.GetTagItem(AkkaSpanAttributes.ActorPath)}"
            + $"{wait}{duration} {span.Status} {span.StatusDescription}".TrimEnd();
    }

    private static void Append(
        StringBuilder text, ILookup<ActivitySpanId, Activity> children, ActivitySpanId parent, Func<Activity, string> line, string indent)
    {
        var subtrees = new List<string>();
        foreach (var span in children[parent])
        {
            var subtree = new StringBuilder().Append(indent).Append(line(span)).Append('\n');
            Append(subtree, children, span.SpanId, line, indent + "  ");
            subtrees.Add(subtree.ToString());
        }

        subtrees.Sort(StringComparer.Ordinal);
        subtrees.ForEach(subtree => text.Append(subtree));
    }
}
