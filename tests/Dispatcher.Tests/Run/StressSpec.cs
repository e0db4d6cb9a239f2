using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Run;

/// <summary>Everything at once: short batches, failures, restarts, awaits, stops; at the end the books must balance.</summary>
public class StressSpec
{
    [Theory]
    [InlineData("default-executor", 1)]
    [InlineData("default-executor", 30)]
    [InlineData("fork-join-executor", 3)]
    public async Task Every_message_has_one_span_that_is_closed_and_is_counted_once(string executor, int throughput)
    {
        const int Actors = 40;
        const int MessagesEach = 250;
        const int Senders = 4;
        await using var system = Systems.Instrumented(
            $$"""
            akka.loglevel = OFF
            akka.instrumentation.metrics.distributions = all
            akka.actor.default-dispatcher {
              executor = {{executor}}
              throughput = {{throughput}}
              dedicated-thread-pool { thread-count = 4, threadtype = background }
            }
            """);
        var prefix = $"stress-{Guid.NewGuid():N}";
        using var spans = SpanRecorder.UnderPath($"/user/{prefix}");
        using var metrics = new MetricRecorder(system);
        var handled = new CountdownEvent(Actors * MessagesEach * Senders);
        var wrongCurrent = 0;
        var actors = Enumerable.Range(0, Actors).Select(i => system.ActorOf(AsyncHandler.Props(Handle), $"{prefix}-{i}")).ToList();

        await Task.WhenAll(Enumerable.Range(0, Senders).Select(sender => Task.Run(() =>
        {
            var random = new Random(sender);
            for (var i = 0; i < Actors * MessagesEach; i++)
            {
                actors[i % Actors].Tell(random.Next(100), ActorRefs.NoSender);
            }
        })));

        Assert.True(handled.Wait(TimeSpan.FromSeconds(60)), $"{handled.CurrentCount} messages were not handled");
        await Task.WhenAll(actors.Select(actor => actor.GracefulStop(TimeSpan.FromSeconds(20))));
        const int Total = Actors * MessagesEach * Senders;
        await Eventually.Equal(0, () => spans.Open.Count);
        Assert.Equal(Total, spans.Stopped.Count(span => Equals(span.GetTagItem(AkkaSpanAttributes.MessageType), "Int32")));
        Assert.Equal(Total, metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, "Int32")));
        Assert.Equal(Total, metrics.Of(AkkaMetricNames.ActorProcessDuration, (AkkaSpanAttributes.MessageType, "Int32")).Count);
        Assert.Equal(0, wrongCurrent);
        var failures = spans.Stopped.Count(span => span.Status == ActivityStatusCode.Error);
        Assert.Equal(failures, metrics.Sum(AkkaMetricNames.ActorFailures) ?? 0);
        Assert.Equal(failures, metrics.Sum(AkkaMetricNames.ActorRestarts) ?? 0);

        async Task Handle(IActorContext context, object message)
        {
            handled.Signal();
            var mine = Activity.Current;
            if (mine?.GetTagItem(AkkaSpanAttributes.ActorPath) as string != context.Self.Path.ToStringWithoutAddress())
            {
                Interlocked.Increment(ref wrongCurrent);
            }

            var what = (int)message;
            if (what < 10)
            {
                await Task.Yield();
            }

            if (what is >= 8 and < 12)
            {
                throw new InvalidOperationException("now and then");
            }

            if (what < 8 && !ReferenceEquals(Activity.Current, mine))
            {
                Interlocked.Increment(ref wrongCurrent);
            }
        }
    }
}
