using System.Collections.Concurrent;
using System.Diagnostics;
using Akka;
using Akka.Actor;
using Akka.Streams;
using Akka.Streams.Dsl;

namespace AkkaInstrumentation.Tests.Streams;

/// <summary>A stream ends the trace of what goes into it. Nothing that it sends gets into a wrong trace, and its actors have no spans.</summary>
public sealed class StreamSpec
{
    [Fact]
    public async Task What_a_stream_sends_is_never_in_another_offers_trace()
    {
        const int Offers = 200;
        await using var system = Systems.Instrumented();
        using var listener = Recorded.Everything();
        var found = new ConcurrentDictionary<int, ActivityTraceId>();
        var sink = system.ActorOf((_, message) =>
        {
            if (message is int number)
            {
                found[number] = Activity.Current?.TraceId ?? default;
            }
        });
        var queue = Source.Queue<int>(Offers, OverflowStrategy.Backpressure)
            .Select(number => number)
            .To(Sink.ActorRef<int>(sink, "end", e => e))
            .Run(system.System.Materializer());
        var expected = new ActivityTraceId[Offers];
        for (var i = 0; i < Offers; i++)
        {
            using var root = Recorded.Root();
            expected[i] = root.TraceId;
            await queue.OfferAsync(i);
        }

        await Eventually.Equal(Offers, () => found.Count);
        Assert.All(found, pair => Assert.DoesNotContain(pair.Value, expected.Where((_, i) => i != pair.Key)));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public async Task What_a_source_of_an_actor_has_buffered_is_never_in_another_elements_trace(int milliseconds)
    {
        const int Elements = 300;
        await using var system = Systems.Instrumented();
        using var listener = Recorded.Everything();
        var found = new ConcurrentDictionary<int, ActivityTraceId>();
        var sink = system.ActorOf((_, message) =>
        {
            if (message is Element element)
            {
                found[element.Number] = Activity.Current is { Recorded: true } current ? current.TraceId : default;
            }
        });
        var source = Source.ActorRef<Element>(Elements, OverflowStrategy.DropHead)
            .SelectAsync(1, async element =>
            {
                await Task.Delay(milliseconds);
                return element;
            })
            .To(Sink.ActorRef<Element>(sink, "end", e => e))
            .Run(system.System.Materializer());
        var expected = new ActivityTraceId[Elements];
        for (var i = 0; i < Elements; i++)
        {
            using var root = Recorded.Root();
            expected[i] = root.TraceId;
            source.Tell(new Element(i), ActorRefs.NoSender);
        }

        await Eventually.Equal(Elements, () => found.Count);
        Assert.All(found, pair => Assert.DoesNotContain(pair.Value, expected.Where((_, i) => i != pair.Key)));
    }

    private sealed record Element(int Number);

    [Fact]
    public async Task Its_actors_have_no_spans()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.WithRoot(out _);
        var actor = system.ActorOf(Echo.Props, "echo");
        var sum = await Source.From(Enumerable.Range(0, 10))
            .SelectAsync(2, number => actor.Ask<int>(number, TimeSpan.FromSeconds(20)))
            .RunWith(Sink.Aggregate<int, int>(0, (a, b) => a + b), system.System.Materializer())
            .WaitAsync(TimeSpan.FromSeconds(60));

        Assert.Equal(45, sum);
        Assert.All(
            spans.Started.Select(span => span.GetTagItem(AkkaSpanAttributes.ActorPath)).OfType<string>(), path => Assert.Equal("/user/echo", path));
    }
}
