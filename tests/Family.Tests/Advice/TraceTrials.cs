namespace AkkaInstrumentation.Tests.Advice;

/// <summary>What begins a new trace in an endless conversation, and what gives a long one more place.</summary>
internal static class TraceTrials
{
    private const int Rounds = 50;

    public static IEnumerable<Trial> All { get; } =
    [
        // The call that detaches also where there is nothing to detach from gets a trial beside this one when the advice names it.
        new(AkkaCauseKinds.EndlessTrace, "Activity.Current", async () => Assert.Equal(Rounds, await Traces("", static (context, round) =>
        {
            Activity.Current = null;
            context.Self.Tell(round);
        }))),
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
