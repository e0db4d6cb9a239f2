using System.Diagnostics;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>The data that is kept of a log line. Immutable.</summary>
/// <param name="At">When its logger got it.</param>
/// <param name="Span">The span in which it was logged.</param>
/// <param name="Level">Its level.</param>
/// <param name="Category">The category of the <see cref="ILogger"/>.</param>
/// <param name="Text">Its first line, cut.</param>
internal sealed record SeenLine(DateTime At, ActivitySpanId Span, LogLevel Level, string Category, string Text)
{
    private const int LongestText = 500;

    // The text of Akka's log events begins with level, time and thread, which are shown separately. The useful part begins with the actor.
    private const string Actor = "akka://";

    /// <summary>The category of the logger to which Akka.Hosting passes Akka's log events.</summary>
    public static readonly string AkkaCategory = typeof(Akka.Actor.ActorSystem).FullName!;

    /// <summary>The approximate number of bytes that it takes.</summary>
    public int Size => 120 + (2 * Text.Length);

    public static SeenLine From(ActivitySpanId span, LogLevel level, string category, string text)
    {
        var end = text.AsSpan().IndexOfAny('\r', '\n');
        var first = end < 0 ? text : text[..end];
        var actor = category == AkkaCategory ? first.IndexOf(Actor, StringComparison.Ordinal) : -1;
        first = actor < 0 ? first : first[actor..].Replace("] ", ": ", StringComparison.Ordinal);
        return new SeenLine(DateTime.UtcNow, span, level, category, first.Length > LongestText ? $"{first[..LongestText]}…" : first);
    }
}
