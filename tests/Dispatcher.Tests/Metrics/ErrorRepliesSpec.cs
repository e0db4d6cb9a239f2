namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>An actor that gets a <c>Status.Failure</c> has not failed, and people count it all the same, whoever has sent it.</summary>
public class ErrorRepliesSpec
{
    [Fact]
    public async Task It_is_counted_for_the_actor_that_gets_it_with_the_one_that_answers_and_by_the_exception()
    {
        await using var system = Systems.Instrumented().Measured(out var metrics);
        var answering = system.ActorOf(Props.Create<Answering>());
        var asking = system.ActorOf((context, message) =>
        {
            if (message is int)
            {
                answering.Tell(message, context.Self);
            }
        });

        asking.TellNumbers(100);

        await Eventually.Passes(() => Assert.Equal(
            (40, 10),
            (metrics.Sum(AkkaMetricNames.ActorErrorReplies, Of("Handler", "ErrorRepliesSpec.Answering", typeof(TimeoutException).FullName!)),
                metrics.Sum(AkkaMetricNames.ActorErrorReplies, Of("Handler", "ErrorRepliesSpec.Answering", "_OTHER")))));
        Assert.Equal(50, metrics.Sum(AkkaMetricNames.ActorErrorReplies));
        Assert.Null(metrics.Sum(AkkaMetricNames.ActorFailures));
    }

    [Fact]
    public async Task What_an_actor_pipes_to_itself_and_what_nobody_sends_count_too()
    {
        await using var system = Systems.Instrumented().Measured(out var metrics);
        var got = 0;
        var actor = system.ActorOf((context, message) =>
        {
            if (message is "pipe")
            {
                Task.FromException<int>(new TimeoutException()).PipeTo(context.Self, context.Self);
            }
            else
            {
                Interlocked.Increment(ref got);
            }
        });

        actor.Tell("pipe", ActorRefs.NoSender);
        actor.Tell(new Status.Failure(new TimeoutException()), ActorRefs.NoSender);

        await Eventually.Equal(2, () => Volatile.Read(ref got));
        Assert.Equal(got, metrics.Sum(AkkaMetricNames.ActorErrorReplies, Of("Handler", "_unknown", typeof(TimeoutException).FullName!)));
        Assert.Equal(got, metrics.Sum(AkkaMetricNames.ActorErrorReplies));
    }

    [Fact]
    public async Task However_many_types_answer_the_series_are_bounded()
    {
        await using var system = Systems.Instrumented();
        var replies = AkkaInstrumentationExtension.For(system.System).Insight.Events!.ErrorReplies;
        for (var i = 0; i < 10_000; i++)
        {
            replies.CountErrorReply($"type-{i}", FoldedNames.Unknown, FoldedNames.OtherError);
        }

        Assert.Equal(LossCounts.MaxSeries + 1, replies.All.Count());
        Assert.Equal(10_000, replies.All.Sum(count => count.Value));
    }

    private static (string, object?)[] Of(string actor, string asked, string error) =>
        [(AkkaSpanAttributes.ActorType, actor), (AkkaMetricAttributes.SenderType, asked), (AkkaSpanAttributes.ErrorType, error)];

    private sealed class Answering : UntypedActor
    {
        protected override void OnReceive(object message) => Sender.Tell((int)message switch
        {
            < 40 => new Status.Failure(new TimeoutException()),
            < 50 => new Status.Failure(null),
            _ => "done",
        });
    }
}
