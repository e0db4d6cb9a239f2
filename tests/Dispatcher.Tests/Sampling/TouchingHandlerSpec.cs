using System.Collections.Concurrent;
using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>Handlers that write to the current activity without asking whether it is theirs, which at ratio 0 it is not.</summary>
[Collection(Alone.Name)]
public sealed class TouchingHandlerSpec
{
    [Theory]
    [InlineData("baggage")]
    [InlineData("stop")]
    [InlineData("flags")]
    public async Task The_next_message_of_a_batch_notices_nothing(string way)
    {
        await using var system = Systems.Instrumented("akka.instrumentation.tracing.sampling.ratio = 0");
        using var hold = new Hold();
        var seen = new ConcurrentQueue<(bool Current, bool Recorded, string? User)>();
        using var spans = SpanRecorder.OfActor(out var actorName);
        var actor = system.ActorOf((_, message) =>
        {
            if (message is Hold gate)
            {
                gate.Pass();
                return;
            }

            var current = Activity.Current;
            seen.Enqueue((current is { IsStopped: false }, current is { Recorded: true }, current?.GetBaggageItem("user")));
            switch (way)
            {
                case "baggage":
                    current?.AddBaggage("user", "of another message");
                    break;
                case "stop":
                    current?.Stop();
                    break;
                default:
                    current!.ActivityTraceFlags = ActivityTraceFlags.Recorded;
                    break;
            }
        }, actorName);

        actor.Tell(hold, ActorRefs.NoSender);
        await hold.Entered;
        for (var i = 0; i < 100; i++)
        {
            actor.Tell(i, ActorRefs.NoSender);
        }

        hold.Release();

        await Eventually.Equal(100, () => seen.Count);
        Assert.All(seen, found => Assert.Equal((true, false, (string?)null), found));
        Assert.Empty(spans.Started);
    }
}
