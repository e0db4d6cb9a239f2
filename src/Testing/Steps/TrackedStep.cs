using System.Diagnostics;
using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>
/// One span of a <see cref="TrackedAction"/>: the handling of a message (<see cref="MessageStep"/>), or a span of another library.
/// </summary>
public class TrackedStep
{
    private IReadOnlyList<TrackedStep> _caused = [];

    internal TrackedStep(Activity span)
    {
        Name = span.DisplayName;
        SpanId = span.SpanId;
        ParentId = span.ParentSpanId;
        TraceId = span.TraceId;
    }

    /// <summary>The span's name: <c>process OrderActor</c>, <c>POST</c>.</summary>
    public string Name { get; private set; }

    /// <summary>The step in which this one was sent or begun; null for the action itself.</summary>
    public TrackedStep? Cause { get; internal set; }

    /// <summary>The steps that this one has caused, in the order in which they began.</summary>
    public IReadOnlyList<TrackedStep> Caused => _caused;

    /// <summary>From its start to its end, with all awaits; null if it has not ended.</summary>
    public TimeSpan? Duration { get; private set; }

    /// <summary>Whether its parent is a span that is not part of what the action caused.</summary>
    public bool IsOrphan { get; internal set; }

    /// <summary>Whether its end is to be waited for.</summary>
    internal bool IsOpen { get; set; } = true;

    internal ActivitySpanId SpanId { get; }

    internal ActivitySpanId ParentId { get; }

    internal ActivityTraceId TraceId { get; }

    /// <summary>One line without values that change from run to run.</summary>
    internal virtual string Outline => Name;

    /// <summary>The same line with paths and times.</summary>
    public override string ToString() => $"{Outline}  ({Took})";

    private protected string Took => Duration is { } duration ? $"took {Text(duration)}" : "not finished";

    internal virtual void End(Activity span)
    {
        Name = span.DisplayName;
        Duration = span.Duration;
    }

    internal void Forget() => _caused = [];

    internal void Add(TrackedStep caused)
    {
        if (_caused is not List<TrackedStep> list)
        {
            _caused = list = [];
        }

        list.Add(caused);
    }

    private protected static string Text(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:0.##} ms");
}
