namespace AkkaInstrumentation.Tests.Run;

/// <summary>One trace of 100,000 messages, each sent in the span of the one before.</summary>
[Collection(Alone.Name)]
public sealed class ChainSpec
{
    private const int Hops = 100_000;
    private const int Segments = 10;

    [Fact]
    public async Task Nothing_of_it_is_kept_while_it_goes_on()
    {
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        await using var system = Systems.Instrumented();
        using var hold = new Hold();
        var chain = new Chain(hold);
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

    private sealed class Chain(Hold atItsEnd)
    {
        public List<WeakReference> Spans { get; } = [];

        public void Start(TestSystem system)
        {
            var there = system.ActorOf(Props.Create(() => new Link(this)));
            var here = system.ActorOf(Props.Create(() => new Link(this)));
            here.Tell(new Hop(), there);
        }

        public void Passed(Hop hop, IActorRef next, IActorRef self)
        {
            if (hop.Number == Hops)
            {
                atItsEnd.Pass();
                return;
            }

            if (hop.Number++ % (Hops / Segments) == 0)
            {
                Remember();
            }

            next.Tell(hop, self);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private void Remember() => Spans.Add(new WeakReference(Activity.Current ?? throw new InvalidOperationException("no span")));
    }

    private sealed class Hop
    {
        public int Number { get; set; }
    }

    private sealed class Link(Chain chain) : UntypedActor
    {
        protected override void OnReceive(object message) => chain.Passed((Hop)message, Sender, Self);
    }
}
