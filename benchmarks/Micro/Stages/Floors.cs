using System.Diagnostics;
using System.Diagnostics.Metrics;
using BenchmarkDotNet.Attributes;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>What the platform asks for its primitives in the same states: nobody can be cheaper and use them.</summary>
public class Floors
{
    private static readonly ActivitySource Source = new(Listener.FloorName);
    private static readonly Meter Meter = new(Listener.FloorName);
    private static readonly Histogram<double> Histogram = Meter.CreateHistogram<double>("floor", "s");

    private readonly KeyValuePair<string, object?>[] _tags =
        [new("akka.system.name", "system"), new("akka.actor.type", "Actor"), new("akka.message.type", "Message")];

    private readonly ActivityContext _parent =
        new(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded);

    private Listener _listener = null!;

    [Params(Listening.Nobody, Listening.Metrics, Listening.Dropped, Listening.Spans, Listening.Both)]
    public Listening Listening { get; set; }

    [GlobalSetup]
    public void Setup() => _listener = new Listener(Listening);

    [GlobalCleanup]
    public void Cleanup() => _listener.Dispose();

    [Benchmark(Description = "floor: span, root, no attributes")]
    public void Root() => Source.StartActivity("process", ActivityKind.Consumer, default(ActivityContext))?.Dispose();

    [Benchmark(Description = "floor: span, parent given, no attributes")]
    public void Child() => Source.StartActivity("process", ActivityKind.Consumer, _parent)?.Dispose();

    [Benchmark(Description = "floor: histogram, no tags")]
    public void Bare() => Histogram.Record(0.001);

    [Benchmark(Description = "floor: histogram, 3 cached tags")]
    public void Tagged() => Histogram.Record(0.001, _tags);
}
