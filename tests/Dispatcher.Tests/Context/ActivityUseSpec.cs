namespace AkkaInstrumentation.Tests.Context;

/// <summary>Of actors of one type, some call others and some only pass messages on: who has an activity in an unsampled trace.</summary>
[Collection(Alone.Name)]
public sealed class ActivityUseSpec
{
    private const int Many = 3 * ActivityUse.Enough;

    private static readonly ActivitySource Calls = new(nameof(ActivityUseSpec));
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Theory]
    [InlineData("when-used", true)]
    [InlineData("always", false)]
    public async Task A_handler_that_only_passes_a_trace_on_has_no_activity_until_it_needs_one(string mode, bool doesWithout)
    {
        using var listener = new ActivityListener
        {
            ShouldListenTo = source => source.Name == AkkaTelemetry.SourceName || source == Calls,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllDataAndRecorded,
        };
        ActivitySource.AddActivityListener(listener);
        await using var system = Systems.Instrumented($"akka.instrumentation.tracing.sampling {{ ratio = 0, unsampled-trace-ids = {mode} }}");
        var (passing, calling) = (new Seen(), new Seen { Calls = true });
        var last = system.ActorOf(Props.Create(() => new Hop(calling, ActorRefs.Nobody)));
        var first = system.ActorOf(Props.Create(() => new Hop(passing, last)));

        // the type is known to need them
        await Send(1);
        await Send(Many);
        Assert.Equal(Many, calling.With);
        if (doesWithout)
        {
            Assert.InRange(passing.With, ActivityUse.Enough - 1, ActivityUse.Enough + 1);
        }
        else
        {
            Assert.Equal(Many, passing.With);
        }

        passing.Calls = true;
        await Send(10);
        Assert.InRange(passing.With, doesWithout ? 9 : 10, 10);

        async Task Send(int messages)
        {
            (passing.With, calling.With) = (0, 0);
            for (var i = 0; i < messages; i++)
            {
                first.Tell("work", ActorRefs.NoSender);
            }

            // in turn behind all of them
            await first.Ask<string>("done", Patience);
        }
    }

    // Written by its actor, read when that rests.
    private sealed class Seen
    {
        public int With { get; set; }

        public bool Calls { get; set; }
    }

    private sealed class Hop : ReceiveActor
    {
        public Hop(Seen seen, IActorRef next)
        {
            Receive<string>(message => message == "done", _ =>
            {
                if (next.IsNobody())
                {
                    Sender.Tell("done");
                }
                else
                {
                    next.Forward("done");
                }
            });
            Receive<string>(message =>
            {
                seen.With += Activity.Current is null ? 0 : 1;
                using var call = seen.Calls ? Calls.StartActivity("call") : null;
                next.Tell(message, ActorRefs.NoSender);
            });
        }
    }
}
