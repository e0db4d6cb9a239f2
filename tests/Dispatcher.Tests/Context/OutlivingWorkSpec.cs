namespace AkkaInstrumentation.Tests.Context;

/// <summary>
/// Handlers start work that nobody awaits. It writes a tenant to what was current when it started, at any time while the messages of other traces are
/// handled. No handler of another trace may read it.
/// </summary>
[Collection(Alone.Name)]
public sealed class OutlivingWorkSpec
{
    private const int Writers = 2_000;
    private const int Readers = 80_000;

    // The writers take most of the processor's time: a busy machine needs many times longer than an idle one.
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    public enum SentIn
    {
        /// <summary>Roots that are not sampled.</summary>
        Nothing,

        /// <summary>The same, to actors whose handlers start activities.</summary>
        NothingToLibraries,

        /// <summary>Each message in an activity that somebody else has not sampled.</summary>
        UnsampledActivity,
    }

    [Theory]
    [InlineData(SentIn.Nothing, "when-used")]
    [InlineData(SentIn.Nothing, "always")]
    [InlineData(SentIn.NothingToLibraries, "when-used")]
    [InlineData(SentIn.UnsampledActivity, "when-used")]
    public async Task A_tenant_that_it_writes_is_read_in_no_other_trace(SentIn sentIn, string ids)
    {
        await using var system = Systems.Instrumented($"akka.instrumentation.tracing.sampling {{ ratio = 0, unsampled-trace-ids = {ids} }}");
        using var spans = SpanRecorder.OfActor(out _);
        using var over = new CancellationTokenSource();
        var (seen, read, working, written) = (0, 0, 0, 0L);
        var last = system.ActorOf((_, _) => Read());
        var readers = Enumerable.Range(0, 8).Select(_ => system.ActorOf((context, message) =>
        {
            Read();
            StartsActivity();
            last.Tell(message, context.Self);
        })).ToList();
        var writers = Enumerable.Range(0, 8).Select(_ => system.ActorOf((_, _) =>
        {
            // a handler of one actor must not find what another message of this actor has left either
            Interlocked.Add(ref seen, HasTenant(Activity.Current) ? 1 : 0);
            StartsActivity();
            Write(Activity.Current, over.Token);
        })).ToList();

        for (var i = 0; i < Writers; i++)
        {
            Send(writers[i % writers.Count], i);
        }

        for (var i = 0; i < Readers; i++)
        {
            Send(readers[i % readers.Count], i);
        }

        await Eventually.Equal(2 * Readers, () => Volatile.Read(ref read), Patience);
        await Eventually.Equal(Writers, () => Volatile.Read(ref working), Patience);
        over.Cancel();
        Assert.Equal(0, seen);

        // Writers without anything to write to would prove nothing.
        Assert.True((sentIn == SentIn.Nothing && ids == "when-used") || Interlocked.Read(ref written) > 0);

        void Send(IActorRef actor, int message)
        {
            using var dropped = sentIn == SentIn.UnsampledActivity ? Unsampled.Activity("dropped").Start() : null;
            actor.Tell(message, ActorRefs.NoSender);
        }

        void Read()
        {
            Interlocked.Add(ref seen, HasTenant(Activity.Current) ? 1 : 0);
            Thread.SpinWait(20);
            Interlocked.Add(ref seen, HasTenant(Activity.Current) ? 1 : 0);
            Interlocked.Increment(ref read);
        }

        void StartsActivity()
        {
            if (sentIn == SentIn.NothingToLibraries)
            {
                new Activity("of a library").Start().Stop();
            }
        }

        // It never stops writing until all is read, by the object that it holds and by what flows.
        async void Write(Activity? captured, CancellationToken until)
        {
            await Task.Yield();
            Interlocked.Increment(ref working);
            while (!until.IsCancellationRequested)
            {
                foreach (var activity in new[] { captured, Activity.Current })
                {
                    activity?.SetBaggage("tenant", "a");
                    activity?.SetTag("tenant", "a");
                    Interlocked.Add(ref written, activity is null ? 0 : 1);
                }

                await Task.Delay(Random.Shared.Next(1, 20), CancellationToken.None);
            }
        }
    }

    private static bool HasTenant(Activity? activity) =>
        activity is not null && (activity.GetBaggageItem("tenant") is not null || activity.GetTagItem("tenant") is not null);
}
