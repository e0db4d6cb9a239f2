namespace AkkaInstrumentation.Tests.Advice;

/// <summary>What begins a new trace in an endless conversation, and what gives a long one more place.</summary>
internal static class TraceTrials
{
    private const int Rounds = 50;

    public static IEnumerable<Trial> All { get; } =
    [
        new(AkkaCauseKinds.EndlessTrace, "Activity.Current", async () =>
        {
            await Detaches("when-used");
            await Detaches("always");
        }),
        new(AkkaCauseKinds.EndlessTrace, "use a scheduler", async () => Assert.Equal(Rounds, await Traces(
            "akka.scheduler.implementation = \"AkkaInstrumentation.InstrumentedScheduler, AkkaInstrumentation.Dispatcher\"",
            static (context, round) => context.System.Scheduler.ScheduleTellOnce(TimeSpan.FromMilliseconds(1), context.Self, round, context.Self)))),
        new(AkkaCauseKinds.EndlessTrace, "tracing.max-spans-per-trace", async () => Assert.Equal(
            (Rounds / 10, 1),
            (await Traces("akka.instrumentation.tracing.max-spans-per-trace = 10", Tell),
                await Traces("akka.instrumentation.tracing.max-spans-per-trace = 1000", Tell)))),
        new(AkkaCauseKinds.EndlessTrace, "tracing.sampling.budget", LargerBudget),
    ];

    private static void Tell(IActorContext context, int round) => context.Self.Tell(round);

    // Each round is drawn for itself, also where the one before was not drawn, and whether or not it had a current activity then.
    private static async Task Detaches(string ids)
    {
        const double Ratio = 0.5;
        const int Many = 2_000;
        Assert.Equal(Rounds, await Traces($"akka.instrumentation.tracing.sampling.unsampled-trace-ids = {ids}", Next));

        var (withNone, slack) = (0, 6 * Math.Sqrt(Many * Ratio * (1 - Ratio)));
        var spans = await Run(
            $"akka.instrumentation.tracing.sampling {{ ratio = 0.5, unsampled-trace-ids = {ids} }}",
            (context, round) =>
            {
                withNone += Activity.Current is null ? 1 : 0;
                Next(context, round);
            },
            Many);
        Assert.InRange(spans.Count, Many * Ratio - slack, Many * Ratio + slack);
        Assert.All(spans, span => Assert.Equal(default, span.ParentSpanId));
        Assert.Equal(spans.Count, spans.Select(span => span.TraceId).Distinct().Count());
        Assert.Equal(ids == "when-used", withNone > 0);

        static void Next(IActorContext context, int round)
        {
            Activity.Current = null;
            context.Self.Tell(round);
        }
    }

    private static async Task LargerBudget()
    {
        await Spans(1, all => all < 500);
        await Spans(100_000, all => all == 500);

        static async Task Spans(int budget, Func<int, bool> isRight)
        {
            var spans = await Run($"akka.instrumentation.tracing.sampling.budget = {budget}", Tell, rounds: 500);
            Assert.True(isRight(spans.Count), $"{spans.Count} spans with a budget of {budget}");
        }
    }

    private static async Task<int> Traces(string hocon, Action<IActorContext, int> next) =>
        (await Run(hocon, next, Rounds)).Select(span => span.TraceId).Distinct().Count();

    // An actor that keeps itself going for so many rounds.
    private static async Task<IReadOnlyList<Activity>> Run(string hocon, Action<IActorContext, int> next, int rounds)
    {
        using var spans = SpanRecorder.OfActor(out var name);
        await using var system = Systems.Instrumented(hocon);
        var ended = new TaskCompletionSource();
        var actor = system.ActorOf(
            (context, message) =>
            {
                if (message is int round && round < rounds)
                {
                    next(context, round + 1);
                }
                else
                {
                    ended.TrySetResult();
                }
            },
            name);
        actor.Tell(1, ActorRefs.NoSender);
        await ended.Task.WaitAsync(Trial.Patience);
        await actor.GracefulStop(Trial.Patience);
        await Eventually.Equal(0, () => spans.Open.Count);
        return spans.Stopped.Where(span => Equals(span.GetTagItem(AkkaSpanAttributes.MessageType), nameof(Int32))).ToList();
    }
}
