using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// What most systems are most of the time: far from their limit. Items pass a chain of four actors at a constant rate, so runs are short and caches
/// are cold. Processor time and latency count here, not throughput.
/// </summary>
/// <param name="perSecond">Messages per second; an item is four.</param>
/// <param name="inBursts">A burst each millisecond, or items at equal distances.</param>
internal sealed class Steady(int perSecond, bool inBursts) : IWorkload
{
    private const int Hops = 4;

    // Of one iteration. Short, because the machine changes within seconds, and each is compared with its neighbour.
    private const int Seconds = 1;

    private readonly Done _done = new();
    private readonly LatencyHistogram _latencies = new();
    private IActorRef _first = ActorRefs.Nobody;

    public string Name => $"steady-{perSecond / 1_000}k{(inBursts ? "" : "-even")}";

    public string What => $"{perSecond:N0} messages/s through chains of {Hops} actors, {(inBursts ? "a burst each millisecond" : "at equal distances")}";

    public int Messages => perSecond * Seconds;

    public bool IsPaced => true;

    public bool MeasuresProcessorTime => inBursts;

    public IReadOnlyList<string> States => ["idle", "metrics", "hand-metrics", "both-1pct", "hand-both-1pct", "hand-both-1pct-same", "hand-both-1pct-kept"];

    public Latencies TakeLatencies()
    {
        var latencies = Latencies.Of(_latencies);
        _latencies.Clear();
        return latencies;
    }

    public Task Start(ActorSystem system)
    {
        for (var i = 0; i < Hops; i++)
        {
            var next = _first;
            _first = system.ActorOf(Props.Create(() => new Hop(next, this)), $"hop-{Hops - i}");
        }

        return Task.CompletedTask;
    }

    public async Task<long> Run(int messages)
    {
        var items = messages / Hops;
        var done = _done.Expect(items);
        var sender = new Thread(() =>
        {
            if (inBursts)
            {
                Arrivals.InBursts(items, perSecond / Hops, Next);
            }
            else
            {
                Arrivals.Evenly(items, perSecond / Hops, Next);
            }
        });
        sender.UnsafeStart();
        await done;
        return (long)items * Hops;
    }

    private void Next(long due) => _first.Tell(WorkActor.Packed(new Item(due)), ActorRefs.NoSender);

    private sealed record Item(long Due);

    private sealed class Hop(IActorRef next, Steady steady) : WorkActor
    {
        protected override void Handle(object message)
        {
            if (!next.IsNobody())
            {
                Send(next, message, Self);
                return;
            }

            var elapsed = Stopwatch.GetTimestamp() - ((Item)message).Due;
            steady._latencies.Record((long)(elapsed * 1e9 / Stopwatch.Frequency));
            steady._done.Part();
        }
    }
}
