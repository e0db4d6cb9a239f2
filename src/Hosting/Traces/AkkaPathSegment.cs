namespace AkkaInstrumentation;

/// <summary>One part of a critical path. Immutable.</summary>
public sealed class AkkaPathSegment
{
    internal AkkaPathSegment(AkkaPathPart part, PathSpan span, long start, long end)
    {
        Part = part;
        Span = span;
        Start = new DateTime(start, DateTimeKind.Utc);
        Duration = TimeSpan.FromTicks(end - start);
    }

    /// <summary>What the trace did.</summary>
    public AkkaPathPart Part { get; }

    /// <summary>Name of the span: of the handler that worked, of the message that waited, of the call that was awaited.</summary>
    public string Name => Span.Name;

    /// <summary>The id of that span, in hexadecimal digits.</summary>
    public string SpanId => Span.Id;

    /// <summary>Path of the actor, and so of the mailbox; null when the span is no message's.</summary>
    public string? ActorPath => Span.ActorPath;

    /// <summary>When it began, in UTC.</summary>
    public DateTime Start { get; }

    /// <summary>How long it took; never zero.</summary>
    public TimeSpan Duration { get; }

    internal PathSpan Span { get; }

    /// <summary>For people: <c>Waiting 12.5 ms, process OrderActor, /user/orders</c>.</summary>
    /// <returns>One line.</returns>
    public override string ToString() => string.Create(
        System.Globalization.CultureInfo.InvariantCulture,
        $"{Part} {Duration.TotalMilliseconds:0.####} ms, {Name}{(ActorPath is null ? "" : $", {ActorPath}")}");
}
