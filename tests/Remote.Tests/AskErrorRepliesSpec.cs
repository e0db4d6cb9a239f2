namespace AkkaInstrumentation.Tests;

/// <summary>An answer <c>Status.Failure</c> to a measured Ask counts once, with the actor that answers.</summary>
public sealed class AskErrorRepliesSpec
{
    [Fact]
    public async Task It_is_counted_once_with_its_exception()
    {
        var network = Node.Network();
        using var metrics = new MetricRecorder(network);
        await using var node = Node.Start(network, 1, "akka.loggers = []", Node.Ours);
        var actor = node.Test.ActorOf(
            Handler.Props((context, message) => context.Sender.Tell(message is "fail" ? new Status.Failure(new TimeoutException()) : message)));

        Assert.Equal("work", await actor.Ask<string>("work", TimeSpan.FromSeconds(20)));
        await Assert.ThrowsAsync<TimeoutException>(() => actor.Ask<string>("fail", TimeSpan.FromSeconds(20)));

        await Eventually.Equal(1, () => metrics.Sum(
            AkkaMetricNames.ActorErrorReplies, (AkkaSpanAttributes.ActorType, "_none"), (AkkaMetricAttributes.SenderType, "Handler"),
                (AkkaSpanAttributes.ErrorType, typeof(TimeoutException).FullName)));
        Assert.Equal(1, metrics.Sum(AkkaMetricNames.ActorErrorReplies));
    }

    [Fact]
    public async Task An_actor_that_pipes_it_to_itself_gets_it_once_and_the_one_that_has_answered_is_named()
    {
        const int Questions = 20;
        var network = Node.Network();
        using var metrics = new MetricRecorder(network);
        await using var node = Node.Start(network, 1, "akka.loggers = []", Node.Ours);
        var answers = node.Test.ActorOf(Props.Create<Answering>());
        var got = 0;
        var asks = node.ActorOf(
            (context, message) =>
            {
                if (message is Status.Failure)
                {
                    Interlocked.Increment(ref got);
                }
                else
                {
                    answers.Ask<string>(message, TimeSpan.FromSeconds(60)).PipeTo(context.Self);
                }
            },
            "asks");
        asks.TellNumbers(Questions);

        await Eventually.Equal(Questions, () => Volatile.Read(ref got));
        await Eventually.Equal(got, () => metrics.Sum(AkkaMetricNames.ActorErrorReplies, (AkkaSpanAttributes.ActorType, "Handler"),
            (AkkaMetricAttributes.SenderType, "AskErrorRepliesSpec.Answering")) ?? 0);
        Assert.Equal(got, metrics.Sum(AkkaMetricNames.ActorErrorReplies));
        var cause = Assert.Single(AkkaDiagnosis.Read(node.System).Causes);
        Assert.Matches("^Handler gets [0-9.]+ TimeoutException a second from AskErrorRepliesSpec.Answering: too late\\.$", cause.Description);
    }

    [Fact]
    public async Task One_that_the_asking_actor_catches_is_a_trouble_with_the_actor_that_has_answered()
    {
        const int Questions = 20;
        var network = Node.Network();
        using var metrics = new MetricRecorder(network);
        await using var node = Node.Start(network, 1, "akka.loggers = []", Node.Ours);
        var answers = node.Test.ActorOf(Props.Create<Answering>());
        var caught = 0;
        var asks = node.Test.ActorOf(Props.Create(() => new Catching(answers, () => Interlocked.Increment(ref caught))), "asks");
        asks.TellNumbers(Questions);

        await Eventually.Equal(Questions, () => Volatile.Read(ref caught));
        var cause = Assert.Single(AkkaDiagnosis.Read(node.System).Causes);
        Assert.Equal(("failure_messages", "AskErrorRepliesSpec.Catching"), (cause.Kind, cause.ActorType));
        Assert.EndsWith(" TimeoutException a second from AskErrorRepliesSpec.Answering: too late.", cause.Description, StringComparison.Ordinal);
        var trouble = Assert.Single(SystemHealth.From(SystemFindings.Read(node.Instrumentation, new(), Stopwatch.GetTimestamp()), new()).Troubles);
        Assert.Equal("20 messages Status.Failure in 60 s: System.TimeoutException: too late", trouble.What);
    }

    private sealed class Catching : ReceiveActor
    {
        public Catching(IActorRef answers, Action caught) => ReceiveAsync<int>(async number =>
        {
            try
            {
                await answers.Ask<int>(number, TimeSpan.FromSeconds(60));
            }
            catch (TimeoutException)
            {
                caught();
            }
        });
    }

    private sealed class Answering : UntypedActor
    {
        protected override void OnReceive(object message) => Sender.Tell(new Status.Failure(new TimeoutException("too late")));
    }
}
