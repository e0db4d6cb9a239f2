using Akka.Actor;
using Akka.Dispatch.MessageQueues;
using BenchmarkDotNet.Attributes;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Each kind of mailbox beside Akka's own while nothing is collected: the queue alone. Enqueue and dequeue together and each
/// alone, on an empty queue and on top of a backlog. What a listener adds is in <see cref="Lives"/>: it is the same for all kinds.
/// </summary>
public class Mailboxes
{
    private const int Batch = 1_000;
    private const int WarmUps = 100;

    // from the first code over the instrumented to the optimised one; the runtime looks 100 ms after it has last compiled
    private const int Tiers = 6;
    private static readonly TimeSpan Tiering = TimeSpan.FromMilliseconds(120);

    private readonly Envelope _envelope = new(new object(), ActorRefs.NoSender);
    private Subject _subject = null!;
    private IMessageQueue _queue = null!;

    public static IEnumerable<MailboxKind> Kinds => MailboxKind.All;

    [ParamsSource(nameof(Kinds))]
    public MailboxKind Mailbox { get; set; } = null!;

    [Params(0, 100_000)]
    public int Waiting { get; set; }

    // Each alone is measured in single, short invocations: what they call must have been optimised before the first one.
    [GlobalSetup]
    public void Setup()
    {
        _subject = new Subject();
        _queue = _subject.Queue(Mailbox);
        for (var i = 0; i < Tiers; i++)
        {
            for (var j = 0; j < WarmUps; j++)
            {
                Add();
                Take();
            }

            Thread.Sleep(Tiering);
        }

        for (var i = 0; i < Waiting; i += Batch)
        {
            Add();
        }
    }

    [GlobalCleanup]
    public void Cleanup() => _subject.Dispose();

    [Benchmark(OperationsPerInvoke = Batch, Description = "enqueue and dequeue")]
    public void Both()
    {
        for (var i = 0; i < Batch; i++)
        {
            _queue.Enqueue(_subject.Actor, _envelope);
            _queue.TryDequeue(out _);
        }
    }

    [Benchmark(OperationsPerInvoke = Batch, Description = "enqueue")]
    public void Enqueue() => Add();

    [Benchmark(OperationsPerInvoke = Batch, Description = "dequeue")]
    public void Dequeue() => Take();

    // the other half, which restores the backlog, is not in the time
    [IterationSetup(Target = nameof(Dequeue))]
    public void More() => Add();

    [IterationCleanup(Target = nameof(Enqueue))]
    public void Fewer() => Take();

    private void Add()
    {
        for (var i = 0; i < Batch; i++)
        {
            _queue.Enqueue(_subject.Actor, _envelope);
        }
    }

    private void Take()
    {
        for (var i = 0; i < Batch; i++)
        {
            _queue.TryDequeue(out _);
        }
    }
}
