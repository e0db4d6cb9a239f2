namespace AkkaInstrumentation.Tests.Stress;

/// <summary>A message that knows where it was sent, and so what its handler must find.</summary>
internal abstract class Job(Where sent, int hops, int seed)
{
    private static long s_last;

    private readonly long _number = Interlocked.Increment(ref s_last);
    private int _arrivals;
    private Way _way;
    private IActorRef? _to;

    public Where Sent => sent;

    /// <summary>How many more messages may follow from it, one out of the other.</summary>
    public int Hops => hops;

    /// <summary>For the choices of its handler.</summary>
    public int Seed => seed;

    /// <summary>What it was in when it was stashed; null if it was not.</summary>
    public Where? WasStashedIn { get; set; }

    public static Job Random(Where sent, int hops, Random random) => (random.Next(12), random.Next()) switch
    {
        (0, var seed) => new Never(sent, hops, seed),
        (1, var seed) => new OnlyInside(sent, hops, seed),
        (2, var seed) => new Always(sent, hops, seed),
        (3, var seed) => new Linked(sent, hops, seed),
        (4, var seed) => new Cursed(sent, hops, seed),
        var (_, seed) => new Plain(sent, hops, seed),
    };

    /// <summary>How it gets where. Before it is sent.</summary>
    public void Goes(Way way, IActorRef to) => (_way, _to) = (way, to);

    public void Arrived() => Interlocked.Increment(ref _arrivals);

    public override string ToString() =>
        $"{GetType().Name} {_number}, {_way} to {_to} in {Sent.In}, {Hops} hops left, arrived {Volatile.Read(ref _arrivals)} times, {(WasStashedIn is null ? "not " : "")}stashed";

    /// <summary>Whether a handler may find this.</summary>
    public bool MayFind(Activity? current) => Where.Of(current).In switch
    {
        Where.Kind.NoTrace => MayHaveNothing,
        Where.Kind.Unsampled => Sent.In == Where.Kind.Unsampled ? !AlwaysHasSpan && current!.TraceId == Sent.Trace
            : Sent.In == Where.Kind.NoTrace ? MayBeginTrace && !AlwaysHasSpan
            : MayHaveNothing && MayBeginTrace && current!.TraceId == Sent.Trace,
        _ when IsTheSenders(current!) => MayHaveNothing && Sent.In == Where.Kind.Span,
        _ => current!.Source.Name == AkkaTelemetry.SourceName && (Sent.In switch
        {
            Where.Kind.Span => IsInside(current),
            Where.Kind.Unsampled => AlwaysHasSpan && (IsRoot(current) || current.TraceId == Sent.Trace),
            _ => MayBeginTrace && IsRoot(current),
        }),
    };

    protected virtual bool AlwaysHasSpan => false;

    protected virtual bool MayBeginTrace => true;

    protected virtual bool MayHaveNothing => false;

    protected virtual bool IsInside(Activity current) => (current.TraceId, current.ParentSpanId) == (Sent.Trace, Sent.Span);

    // The trace passes through.
    private bool IsTheSenders(Activity current) => (current.TraceId, current.SpanId) == (Sent.Trace, Sent.Span);

    private static bool IsRoot(Activity current) => current.ParentSpanId == default;
}

internal sealed class Plain(Where sent, int hops, int seed) : Job(sent, hops, seed);

internal sealed class Never(Where sent, int hops, int seed) : Job(sent, hops, seed)
{
    protected override bool MayBeginTrace => false;

    protected override bool MayHaveNothing => Sent.In != Where.Kind.Unsampled;

    protected override bool IsInside(Activity current) => false;
}

internal sealed class OnlyInside(Where sent, int hops, int seed) : Job(sent, hops, seed)
{
    protected override bool MayBeginTrace => false;

    protected override bool MayHaveNothing => Sent.In == Where.Kind.NoTrace;
}

internal sealed class Always(Where sent, int hops, int seed) : Job(sent, hops, seed)
{
    protected override bool AlwaysHasSpan => true;
}

internal sealed class Linked(Where sent, int hops, int seed) : Job(sent, hops, seed)
{
    protected override bool IsInside(Activity current) =>
        current.ParentSpanId == default && current.TraceId != Sent.Trace && current.Links.Any(link => link.Context.SpanId == Sent.Span);
}

/// <summary>Listeners, filters and samplers throw at it: it may have lost its span, and nothing else.</summary>
internal sealed class Cursed(Where sent, int hops, int seed) : Job(sent, hops, seed)
{
    protected override bool MayHaveNothing => Sent.In != Where.Kind.Unsampled;
}

/// <summary>How a message is sent.</summary>
internal enum Way
{
    Driven,
    Told,
    ToldFromSelf,
    Scheduled,
    FromTask,
    Piped,
    Asked,
}

/// <summary>Gives back what an actor has stashed.</summary>
internal sealed class Flush;
