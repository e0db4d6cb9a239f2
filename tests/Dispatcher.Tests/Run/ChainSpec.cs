using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Run;

/// <summary>One trace of 100,000 messages, each sent in the span of the one before.</summary>
[Collection(Alone.Name)]
public sealed class ChainSpec : IDisposable
{
    private const int Hops = 100_000;
    private const int Segments = 10;

    private readonly ActivityListener _listener = new()
    {
        ShouldListenTo = source => source.Name == AkkaTelemetry.SourceName,
        Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
    };

    public ChainSpec() => ActivitySource.AddActivityListener(_listener);

    public void Dispose() => _listener.Dispose();

    [Fact]
    public async Task Nothing_of_it_is_kept_while_it_goes_on()
    {
        await using var system = Systems.Instrumented();
        using var hold = new Hold();
        var chain = new Chain(hop => hop == Hops ? hold : null) { Remembers = true };
        chain.Start(system);

        await hold.Entered;
        try
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();

            // the last one is at work, the one before may still be closed by its thread
            Assert.Equal(Segments, chain.Spans.Count);
            Assert.All(chain.Spans, span => Assert.False(span.IsAlive));
        }
        finally
        {
            hold.Release();
        }
    }

    [Fact]
    public async Task A_hop_at_its_end_allocates_what_one_at_its_start_does()
    {
        await using var system = Systems.Instrumented();
        var least = new double[Segments];
        Array.Fill(least, double.MaxValue);

        // Noise only adds, so the least of several chains counts; it must be the same in every part of the chain.
        for (var run = 0; run < 20 && (run < 3 || least.Distinct().Count() > 1); run++)
        {
            var chain = new Chain(_ => null);
            chain.Start(system);
            await Eventually.Within(chain.Done, TimeSpan.FromSeconds(60));
            for (var i = 0; i < Segments; i++)
            {
                least[i] = Math.Min(least[i], Math.Round((chain.Allocated[i + 1] - chain.Allocated[i]) / (double)(Hops / Segments)));
            }
        }

        Assert.True(least[0] > 0);
        Assert.All(least, bytes => Assert.Equal(least[0], bytes));
    }

    private sealed class Chain(Func<int, Hold?> pause)
    {
        private readonly TaskCompletionSource _done = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Done => _done.Task;

        public bool Remembers { get; init; }

        public List<WeakReference> Spans { get; } = [];

        public long[] Allocated { get; } = new long[Segments + 1];

        public void Start(TestSystem system)
        {
            var there = system.ActorOf(Props.Create(() => new Link(this)));
            var here = system.ActorOf(Props.Create(() => new Link(this)));
            here.Tell(new Hop(), there);
        }

        public void Passed(Hop hop, IActorRef next, IActorRef self)
        {
            if (hop.Number % (Hops / Segments) == 0)
            {
                Mark(hop.Number);
            }

            pause(hop.Number)?.Pass();
            if (hop.Number++ == Hops)
            {
                _done.SetResult();
            }
            else
            {
                next.Tell(hop, self);
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private void Mark(int number)
        {
            Allocated[number / (Hops / Segments)] = GC.GetTotalAllocatedBytes(precise: true);
            if (Remembers && number < Hops)
            {
                Spans.Add(new WeakReference(Activity.Current ?? throw new InvalidOperationException("no span")));
            }
        }
    }

    // one object for the whole chain, so that the bytes are those of the spans
    private sealed class Hop
    {
        public int Number { get; set; }
    }

    private sealed class Link(Chain chain) : UntypedActor
    {
        protected override void OnReceive(object message) => chain.Passed((Hop)message, Sender, Self);
    }
}
