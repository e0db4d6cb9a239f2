namespace AkkaInstrumentation.Tests.Retroactive;

/// <summary>The same program twice: its failed traces that were kept have the spans that they have when everything is sampled, hop by hop.</summary>
[Collection(Alone.Name)]
public class KeptProgramsSpec
{
    private const string Quiet = """
        akka.loglevel = OFF
        akka.instrumentation.metrics.distributions-rate = 10
        akka.instrumentation.tracing.retroactive.limit = 10000

        """;

    private const string Kept = Quiet + "akka.instrumentation.tracing { sampling.ratio = 0, keep = failed }";
    private const string Everything = Quiet + "akka.instrumentation.tracing.sampling.ratio = 1";

    /// <summary>One message in a thousand fails, each at a hop of its own; each sends a few notes on its way.</summary>
    [Fact]
    public async Task A_pipeline_with_one_failure_in_a_thousand()
    {
        const int Orders = 10_000;
        var kept = await Run(Kept);
        var sampled = await Run(Everything);

        Assert.Equal(Orders / 1_000, sampled.Count);
        Assert.Equal(sampled, kept);

        static async Task<List<string>> Run(string hocon)
        {
            await using var system = Systems.Instrumented(hocon);
            using var spans = Recorder(out var prefix);
            var (handled, expected) = (0, 0);
            var note = system.ActorOf((_, _) => Interlocked.Increment(ref handled), $"{prefix}note");
            IActorRef next = ActorRefs.Nobody;
            for (var hop = 6; hop > 0; hop--)
            {
                var (to, here) = (next, hop);
                next = system.ActorOf((context, message) => Handle(context, (int)message, here, to), $"{prefix}{hop}");
            }

            // so that the end is known
            for (var order = 0; order < Orders; order++)
            {
                var last = IsBad(order) ? BadAt(order) : 6;
                expected += last + Enumerable.Range(1, last).Count(hop => SendsNote(order, hop));
            }

            for (var order = 0; order < Orders; order++)
            {
                next.Tell(order, ActorRefs.NoSender);
            }

            await Eventually.True(() => Volatile.Read(ref handled) == expected);
            var bad = Enumerable.Range(0, Orders).Where(IsBad).ToList();
            var count = bad.Sum(order => BadAt(order) + Enumerable.Range(1, BadAt(order)).Count(hop => SendsNote(order, hop)));
            List<IGrouping<ActivityTraceId, Activity>> failed = [];
            await Eventually.True(() =>
            {
                failed = [.. spans.Stopped.GroupBy(span => span.TraceId)
                    .Where(trace => trace.Any(span => span.Status == ActivityStatusCode.Error))];
                return failed.Sum(trace => trace.Count()) == count;
            });
            return [.. failed.Select(trace => Tree([.. trace], prefix)).Order(StringComparer.Ordinal)];

            void Handle(IActorContext context, int order, int hop, IActorRef to)
            {
                Interlocked.Increment(ref handled);
                if (SendsNote(order, hop))
                {
                    note.Tell("note", context.Self);
                }

                Fail.If(IsBad(order) && BadAt(order) == hop);
                to.Tell(order, context.Self);
            }
        }

        static bool IsBad(int order) => order % 1_000 == 500;
        static int BadAt(int order) => 2 + (order / 1_000 % 5);
        static bool SendsNote(int order, int hop) => ((order / 1_000) + hop) % 3 == 0;
    }

    /// <summary>As a controller asks: six hops, of which one awaits and one pipes a task to itself.</summary>
    [Fact]
    public async Task A_web_request_with_six_hops()
    {
        var kept = await Run(Kept, Unsampled.Activity);
        var sampled = await Run(Everything, static (name, _) => new Activity(name)
            .SetParentId(ActivityTraceId.CreateRandom(), ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded));

        Assert.Equal(sampled, kept);

        static async Task<string> Run(string hocon, Func<string, string?, Activity> request)
        {
            await using var system = Systems.Instrumented(hocon);
            using var spans = Recorder(out var prefix);
            var sixth = system.ActorOf((_, _) => throw new TimeoutException("no stock"), $"{prefix}6");
            var fifth = system.ActorOf((context, message) => sixth.Tell(message, context.Self), $"{prefix}5");
            var fourth = system.ActorOf(
                (context, message) =>
                {
                    if (message is string)
                    {
                        Task.FromResult(42).PipeTo(context.Self, context.Self);
                    }
                    else
                    {
                        fifth.Tell(message, context.Self);
                    }
                },
                $"{prefix}4");
            var third = system.ActorOf(
                AsyncHandler.Props(async (context, message) =>
                {
                    var self = context.Self;
                    await Task.Delay(1);
                    fourth.Tell(message, self);
                }),
                $"{prefix}3");
            var second = system.ActorOf((context, message) => third.Forward(message), $"{prefix}2");
            var first = system.ActorOf((context, message) => second.Tell(message, context.Self), $"{prefix}1");
            using (request("request", null).Start())
            {
                first.Tell("order", ActorRefs.NoSender);
            }

            await spans.WaitForStopped(7);
            return Tree(spans.Started, prefix);
        }
    }

    private static SpanRecorder Recorder(out string prefix)
    {
        prefix = $"program-{Guid.NewGuid():N}-";
        return SpanRecorder.UnderPath($"/user/{prefix}");
    }

    private static string Tree(IReadOnlyList<Activity> spans, string prefix) => SpanTree.Write(
        spans,
        span => string.Join(
            ' ',
            SpanTree.Stable(span),
            span.GetTagItem(AkkaSpanAttributes.ActorPath),
            span.GetTagItem(AkkaSpanAttributes.SenderPath)).Replace(prefix, "", StringComparison.Ordinal));
}
