using Akka.Actor;
using Akka.Dispatch.MessageQueues;
using BenchmarkDotNet.Attributes;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Each kind of mailbox beside Akka's own: the queue alone, as actors on a dispatcher of Akka's use it. Enqueue and dequeue
/// together on an empty queue and on top of a backlog, and each alone, in batches.
/// </summary>
public class Mailboxes
{
    private const int Batch = 1_000;

    private readonly Envelope _envelope = new(new object(), ActorRefs.NoSender);
    private Subject _subject = null!;
    private Listener _listener = null!;
    private IMessageQueue _queue = null!;

    public static IEnumerable<MailboxKind> Kinds => MailboxKind.All;

    [ParamsSource(nameof(Kinds))]
    public MailboxKind Kind { get; set; } = null!;

    [Params(Whose.Akkas, Whose.Ours, Whose.OursWithMetrics)]
    public Whose Whose { get; set; }

    [Params(0, 100_000)]
    public int Waiting { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _listener = new Listener(Whose == Whose.OursWithMetrics ? Listening.Metrics : Listening.Nobody);
        _subject = new Subject();
        _queue = _subject.Queue(Kind, ours: Whose != Whose.Akkas);
        Fill(Waiting);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _subject.Dispose();
        _listener.Dispose();
    }

    [Benchmark(OperationsPerInvoke = Batch, Description = "enqueue and dequeue")]
    public void Both()
    {
        for (var i = 0; i < Batch; i++)
        {
            _queue.Enqueue(_subject.Actor, _envelope);
            _queue.TryDequeue(out _);
        }
    }

    // each alone: the other half, which restores the backlog, is not in the time
    [IterationSetup(Target = nameof(Dequeue))]
    public void More() => Fill(Batch);

    [IterationCleanup(Target = nameof(Enqueue))]
    public void Fewer()
    {
        for (var i = 0; i < Batch; i++)
        {
            _queue.TryDequeue(out _);
        }
    }

    [Benchmark(OperationsPerInvoke = Batch, Description = "enqueue")]
    public void Enqueue() => Fill(Batch);

    [Benchmark(OperationsPerInvoke = Batch, Description = "dequeue")]
    public void Dequeue() => Fewer();

    private void Fill(int messages)
    {
        for (var i = 0; i < messages; i++)
        {
            _queue.Enqueue(_subject.Actor, _envelope);
        }
    }
}

/// <summary>Whose queue, and who listens.</summary>
public enum Whose
{
    /// <summary>Akka's own.</summary>
    Akkas,

    /// <summary>Ours, nobody listens.</summary>
    Ours,

    /// <summary>Ours, a meter provider listens.</summary>
    OursWithMetrics,
}
