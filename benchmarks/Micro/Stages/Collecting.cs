using BenchmarkDotNet.Attributes;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>One collection by the SDK, over the number of actors.</summary>
public class Collecting
{
    private Subject _subject = null!;
    private Listener _listener = null!;

    [Params(1, 1_000, 10_000)]
    public int Mailboxes { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _listener = new Listener(Listening.Metrics);
        _subject = new Subject();
        for (var i = 0; i < Mailboxes; i++)
        {
            var recorder = _subject.Recorder();
            recorder.NextMessage(taken: true, recorder.Stamp(new("a message", Akka.Actor.ActorRefs.NoSender)));
        }
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _subject.Dispose();
        _listener.Dispose();
    }

    [Benchmark(Description = "collect all metrics")]
    public void Collect() => _listener.Collect();
}
