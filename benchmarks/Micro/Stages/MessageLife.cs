using Akka.Actor;
using Akka.Dispatch.MessageQueues;
using BenchmarkDotNet.Attributes;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// A message from its enqueue to the end of its invoke, without Akka around: thirty are enqueued, then one run of the
/// mailbox takes them all and the handlers do nothing. <see cref="PlainQueues"/> is what it is to be compared with.
/// </summary>
public class MessageLife
{
    internal const int PerRun = 30;

    private readonly object _message = new();
    private Subject _subject = null!;
    private Listener _listener = null!;
    private IMessageQueue _ours = null!;
    private IMessageQueue _ourDeque = null!;

    [Params(Listening.Nobody, Listening.Metrics, Listening.Dropped, Listening.Spans, Listening.Both)]
    public Listening Listening { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _listener = new Listener(Listening);
        _subject = new Subject();
        _ours = _subject.Unbounded();
        _ourDeque = _subject.Deque();
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _subject.Dispose();
        _listener.Dispose();
    }

    [Benchmark(OperationsPerInvoke = PerRun, Description = "life of a message, our unbounded mailbox")]
    public int Ours() => Live(_ours);

    [Benchmark(OperationsPerInvoke = PerRun, Description = "life of a message, our deque mailbox")]
    public int OurDeque() => Live(_ourDeque);

    private int Live(IMessageQueue queue)
    {
        for (var i = 0; i < PerRun; i++)
        {
            queue.Enqueue(_subject.Actor, new Envelope(_message, ActorRefs.NoSender));
        }

        var recorder = ((IRecordedQueue)queue).Recorder;
        var run = recorder.BeginRun();
        var taken = 0;
        while (queue.TryDequeue(out _))
        {
            taken++;
        }

        recorder.EndRun(run);
        return taken;
    }
}
