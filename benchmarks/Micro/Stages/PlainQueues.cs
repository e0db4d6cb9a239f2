using System.Collections.Concurrent;
using Akka.Actor;
using Akka.Dispatch.MessageQueues;
using BenchmarkDotNet.Attributes;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The same as <see cref="MessageLife"/> with queues that know nothing of telemetry.</summary>
public class PlainQueues
{
    private readonly object _message = new();
    private readonly ConcurrentQueue<Envelope> _floor = new();
    private readonly UnboundedMessageQueue _unbounded = new();
    private readonly UnboundedDequeMessageQueue _deque = new();

    [Benchmark(OperationsPerInvoke = MessageLife.PerRun, Description = "floor: queue of 16-byte envelopes")]
    public int Floor()
    {
        for (var i = 0; i < MessageLife.PerRun; i++)
        {
            _floor.Enqueue(new Envelope(_message, ActorRefs.NoSender));
        }

        var taken = 0;
        while (_floor.TryDequeue(out _))
        {
            taken++;
        }

        return taken;
    }

    [Benchmark(OperationsPerInvoke = MessageLife.PerRun, Description = "life of a message, Akka's unbounded mailbox")]
    public int Unbounded() => Live(_unbounded);

    [Benchmark(OperationsPerInvoke = MessageLife.PerRun, Description = "life of a message, Akka's deque mailbox")]
    public int Deque() => Live(_deque);

    private int Live(IMessageQueue queue)
    {
        for (var i = 0; i < MessageLife.PerRun; i++)
        {
            queue.Enqueue(ActorRefs.Nobody, new Envelope(_message, ActorRefs.NoSender));
        }

        var taken = 0;
        while (queue.TryDequeue(out _))
        {
            taken++;
        }

        return taken;
    }
}
