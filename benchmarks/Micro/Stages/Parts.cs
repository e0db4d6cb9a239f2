using Akka.Actor;
using BenchmarkDotNet.Attributes;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The stages of a message's life that depend on who listens.</summary>
public class Parts
{
    private readonly Envelope _envelope = new(new object(), ActorRefs.NoSender);
    private Subject _subject = null!;
    private Listener _listener = null!;
    private MailboxRecorder _recorder = null!;
    private StampedEnvelope _stamped;

    [Params(Listening.Nobody, Listening.Metrics, Listening.Dropped, Listening.Spans, Listening.Both)]
    public Listening Listening { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _listener = new Listener(Listening);
        _subject = new Subject();
        _recorder = _subject.Recorder();
        _stamped = _recorder.Stamp(_envelope);
        Tiering.Settle(Invoke);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _subject.Dispose();
        _listener.Dispose();
    }

    [Benchmark(Description = "stamp at enqueue, opened at dequeue")]
    public Envelope Stamp() => _recorder.Stamp(_envelope).Open();

    [Benchmark(Description = "start and end of a run")]
    public void Run() => _recorder.EndRun(_recorder.BeginRun(ThreadContext.Mine), ThreadContext.Mine);

    [Benchmark(Description = "start of a run, open and close of one message, end")]
    public void Invoke()
    {
        var run = _recorder.BeginRun(ThreadContext.Mine);
        _recorder.NextMessage(taken: true, _stamped);
        _recorder.NextMessage(taken: false, default);
        _recorder.EndRun(run, ThreadContext.Mine);
    }
}
