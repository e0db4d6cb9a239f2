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
        var kept = new List<WeakReference>();
        var hops = 0;
        system.ActorOf(Pass).Tell("hop", system.ActorOf(Pass));

        await hold.Entered;
        try
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            GC.Collect();

            // the last one is at work, the one before may still be closed by its thread
            Assert.Equal(Segments, kept.Count);
            Assert.All(kept, span => Assert.False(span.IsAlive));
        }
        finally
        {
            hold.Release();
        }

        void Pass(IActorContext context, object message)
        {
            if (hops == Hops)
            {
                hold.Pass();
                return;
            }

            if (hops++ % (Hops / Segments) == 0)
            {
                kept.Add(Current());
            }

            context.Sender.Tell(message, context.Self);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Current() => new(Activity.Current ?? throw new InvalidOperationException("no span"));
}
