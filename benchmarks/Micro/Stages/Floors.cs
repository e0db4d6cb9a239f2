using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using Akka.Actor;
using BenchmarkDotNet.Attributes;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// What the platform asks for its primitives with the same listeners attached: nobody can be cheaper and use them. Attributes
/// are set in the cheapest way there is.
/// </summary>
public class Floors
{
    private static readonly ActivitySource Source = new(Listener.FloorName);
    private static readonly Meter Meter = new(Listener.FloorName);
    private static readonly Histogram<double> Histogram = Meter.CreateHistogram<double>("floor", "s");
    private static readonly string[] Keys = ["akka.actor_system.name", "akka.actor.type", "akka.message.type", "akka.actor.path", "akka.sender.path"];

    private readonly KeyValuePair<string, object?>[] _tags =
        [new("akka.actor_system.name", "system"), new("akka.actor.type", "Actor"), new("akka.message.type", "Message")];

    private readonly ActivityContext _parent =
        new(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded);

    private readonly ConcurrentQueue<Envelope> _queue = new();
    private readonly object _message = new();
    private readonly double _wait = 0.001;
    private readonly Type _type = typeof(object);
    private readonly Activity _unsampled = new("unsampled");
    private readonly ExecutionContext? _context = ExecutionContext.Capture();
    private readonly object _baggage = new Activity("unsampled").Baggage;
    private ActivityTraceId _traceId;
    private ActivitySpanId _spanId;
    private ExecutionContext? _inside;
    private long _count;
    private long _begunAt;

    private static long s_now;

    [ThreadStatic]
    private static ulong t_random;

    private Listener _listener = null!;

    [GlobalSetup(Targets = [nameof(Root0), nameof(Root3), nameof(Root5), nameof(Root6), nameof(Child0), nameof(Child3), nameof(Child5), nameof(Child6), nameof(Failed), nameof(Asked), nameof(Root5Measured), nameof(Root6Measured), nameof(Child5Measured), nameof(Child6Measured)])]
    public void Spans()
    {
        _listener = new Listener(Listening.Spans);
        s_now = Stopwatch.GetTimestamp();
        if (!Asked())
        {
            throw new InvalidOperationException("the questions are not all asked");
        }

        Tiering.Settle(Root6Measured);
        Tiering.Settle(Child6);
        Tiering.Settle(Failed);
    }

    // the sender's activity is current, as inside a request that its sampler dropped
    [GlobalSetup(Target = nameof(AskedInside))]
    public void Inside()
    {
        _listener = new Listener(Listening.Spans);
        s_now = Stopwatch.GetTimestamp();
        var sender = new Activity("sender").SetIdFormat(ActivityIdFormat.W3C).Start();
        (_traceId, _spanId, _inside) = (sender.TraceId, sender.SpanId, ExecutionContext.Capture());
        if (!AskedInside())
        {
            throw new InvalidOperationException("the questions are not all asked");
        }

        Tiering.Settle(() => AskedInside());
    }

    [GlobalSetup(Target = nameof(Dropped))]
    public void Drop()
    {
        _listener = new Listener(Listening.Dropped);
        Tiering.Settle(Dropped);
    }

    [GlobalSetup(Targets = [nameof(Bare), nameof(Tagged), nameof(Timed)])]
    public void Metrics()
    {
        _listener = new Listener(Listening.Metrics);
        Tiering.Settle(Timed);
    }

    [GlobalSetup(Targets = [nameof(Clock), nameof(Queue), nameof(Current), nameof(Captured), nameof(TypeOf), nameof(Counted), nameof(Left)])]
    public void Nobody() => _listener = new Listener(Listening.Nobody);

    [GlobalCleanup]
    public void Cleanup() => _listener.Dispose();

    [Benchmark(Description = "clock read")]
    public long Clock() => Stopwatch.GetTimestamp();

    [Benchmark(Description = "which activity is current")]
    public Activity? Current() => Activity.Current;

    [Benchmark(Description = "which execution context is current")]
    public ExecutionContext? Captured() => ExecutionContext.Capture();

    [Benchmark(Description = "type of a message")]
    public Type TypeOf() => _message.GetType();

    [Benchmark(Description = "random number; count by type")]
    public bool Counted() => IsDrawn() || Count();

    [Benchmark(Description = "listeners, context, random number, baggage; begin time stored; count by type")]
    public bool Asked()
    {
        if (!Source.HasListeners() || !ReferenceEquals(ExecutionContext.Capture(), _context) || IsDrawn() || !ReferenceEquals(_unsampled.Baggage, _baggage))
        {
            return false;
        }

        _begunAt = Volatile.Read(ref s_now);
        return Count();
    }

    [Benchmark(Description = "the same inside an activity: its ids compared too, at the handler what is current")]
    public bool AskedInside()
    {
        if (!Source.HasListeners() || Activity.Current is not { Recorded: false } sender || sender.SpanId != _spanId || sender.TraceId != _traceId
            || IsDrawn() || !ReferenceEquals(sender.Baggage, _baggage))
        {
            return false;
        }

        if (!ReferenceEquals(ExecutionContext.Capture(), _inside) || !ReferenceEquals(_unsampled.Baggage, _baggage))
        {
            return false;
        }

        _begunAt = Volatile.Read(ref s_now);
        return Count();
    }

    [Benchmark(Description = "what a handler may have left: execution context, baggage, flags")]
    public bool Left() =>
        ReferenceEquals(ExecutionContext.Capture(), _context) && ReferenceEquals(_unsampled.Baggage, _baggage) && _unsampled.ActivityTraceFlags == ActivityTraceFlags.None;

    [Benchmark(Description = "queue of plain envelopes, enqueue and dequeue")]
    public bool Queue()
    {
        _queue.Enqueue(new Envelope(_message, ActorRefs.NoSender));
        return _queue.TryDequeue(out _);
    }

    [Benchmark(Description = "histogram, no tags")]
    public void Bare() => Histogram.Record(0.001);

    [Benchmark(Description = "histogram, 3 cached tags")]
    public void Tagged() => Histogram.Record(0.001, _tags);

    [Benchmark(Description = "2 histograms, 3 cached tags; 2 clock reads")]
    public void Timed()
    {
        var start = Stopwatch.GetTimestamp();
        Histogram.Record(0.001, _tags);
        Histogram.Record(Stopwatch.GetElapsedTime(start).TotalSeconds, _tags);
    }

    [Benchmark(Description = "span, root, dropped by the SDK")]
    public void Dropped() => Span(default, attributes: 0);

    [Benchmark(Description = "span, root, 0 attributes")]
    public void Root0() => Span(default, attributes: 0);

    [Benchmark(Description = "span, root, 3 attributes")]
    public void Root3() => Span(default, attributes: 3);

    [Benchmark(Description = "span, root, 5 attributes")]
    public void Root5() => Span(default, attributes: 5);

    [Benchmark(Description = "span, root, 6 attributes")]
    public void Root6() => Span(default, attributes: 6);

    [Benchmark(Description = "span, child, 0 attributes")]
    public void Child0() => Span(_parent, attributes: 0);

    [Benchmark(Description = "span, child, 3 attributes")]
    public void Child3() => Span(_parent, attributes: 3);

    [Benchmark(Description = "span, child, 5 attributes")]
    public void Child5() => Span(_parent, attributes: 5);

    [Benchmark(Description = "span, child, 6 attributes")]
    public void Child6() => Span(_parent, attributes: 6);

    [Benchmark(Description = "span, root, 5 attributes, the wait measured")]
    public void Root5Measured() => Start(default, attributes: 5, Stopwatch.GetTimestamp())?.Dispose();

    [Benchmark(Description = "span, root, 6 attributes, the wait measured")]
    public void Root6Measured() => Start(default, attributes: 6, Stopwatch.GetTimestamp())?.Dispose();

    [Benchmark(Description = "span, child, 5 attributes, the wait measured")]
    public void Child5Measured() => Start(_parent, attributes: 5, Stopwatch.GetTimestamp())?.Dispose();

    [Benchmark(Description = "span, child, 6 attributes, the wait measured")]
    public void Child6Measured() => Start(_parent, attributes: 6, Stopwatch.GetTimestamp())?.Dispose();

    [Benchmark(Description = "span, root, 6 attributes and a status")]
    public void Failed()
    {
        using var span = Start(default, attributes: 6);
        span?.SetStatus(ActivityStatusCode.Error, "a text");
    }

    // as cheap as random numbers are that threads do not share
    private static bool IsDrawn()
    {
        t_random = (t_random * 6364136223846793005UL) + 1442695040888963407UL;
        return t_random >> 32 == 0;
    }

    private bool Count()
    {
        if (!ReferenceEquals(_message.GetType(), _type))
        {
            return false;
        }

        _count++;
        return true;
    }

    private void Span(ActivityContext parent, int attributes) => Start(parent, attributes)?.Dispose();

    // of five or six the last is the wait: a number, or what has passed since the message was sent
    private Activity? Start(ActivityContext parent, int attributes, long sentAt = 0)
    {
        var span = Source.StartActivity("process", ActivityKind.Consumer, parent);
        if (span is { IsAllDataRequested: true })
        {
            for (var i = 0; i < attributes - (attributes >= 5 ? 1 : 0); i++)
            {
                span.SetTag(Keys[i], "a text");
            }

            if (attributes >= 5)
            {
                span.SetTag("akka.mailbox.wait.duration", sentAt == 0 ? _wait : Stopwatch.GetElapsedTime(sentAt).TotalSeconds);
            }
        }

        return span;
    }
}
