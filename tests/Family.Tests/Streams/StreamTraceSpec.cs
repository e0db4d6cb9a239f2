using Akka.Streams;
using Akka.Streams.Dsl;

namespace AkkaInstrumentation.Tests.Streams;

/// <summary>The trace of a sender at a named stage, behind a source that it sends to.</summary>
[Collection("Listens to Akka.Streams")]
public sealed class StreamTraceSpec
{
    private const string AkkasSource = "Akka.Streams";

    private sealed record Element(int Number);

    /// <summary>In a crowd, so that elements wait in the mailbox and in the source: none comes in the trace of another.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Each_element_has_a_span_in_the_trace_of_its_sender(bool toQueue)
    {
        const int Elements = 200;
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.Everything();
        using var materializer = system.System.Materializer();
        var arrived = 0;
        var name = $"orders {Guid.NewGuid():N}";
        var send = Sender(toQueue, Elements, name, source => source
            .SelectAsync(4, async element =>
            {
                await Task.Yield();
                Interlocked.Increment(ref arrived);
                return element;
            }).To(Sink.Ignore<Element>()), materializer);

        var senders = new (ActivityTraceId Trace, ActivitySpanId Span)[Elements];
        await Task.WhenAll(Enumerable.Range(0, Elements).Select(i => Task.Run(async () =>
        {
            using var root = Recorded.Root();
            senders[i] = (root.TraceId, root.SpanId);
            await send(new Element(i));
        })));

        await Eventually.Equal(Elements, () => arrived);
        await Eventually.Equal(Elements, () => Stages().Count);
        Assert.Equal(senders.ToHashSet(), Stages().Select(span => (span.TraceId, span.ParentSpanId)).ToHashSet());
        Assert.All(Stages(), span => Assert.Equal(
            new KeyValuePair<string, object?>[] { new(AkkaSpanAttributes.ActorSystemName, system.Name), new(AkkaSpanAttributes.StreamName, name) },
            span.TagObjects));

        List<Activity> Stages() => [.. spans.Stopped.Where(span => span.DisplayName == $"stream {name}")];
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task With_Akkas_source_what_follows_goes_on_in_it(bool toQueue)
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.Everything(AkkasSource);
        using var materializer = system.System.Materializer();
        var found = new ConcurrentDictionary<int, ActivityTraceId>();
        for (var i = 0; i < 10; i++)
        {
            var send = Sender(toQueue, 10, "orders", source => source
                .Select(element =>
                {
                    found[element.Number] = Activity.Current?.TraceId ?? default;
                    return element;
                }).To(Sink.Ignore<Element>()), materializer);
            using var root = Recorded.Root();
            await send(new Element(i));
            await Eventually.True(() => found.ContainsKey(i));
            Assert.Equal(root.TraceId, found[i]);
        }
    }

    [Fact]
    public async Task Without_it_nothing_of_the_senders_trace_is_current_behind_the_stage()
    {
        await using var system = Systems.Instrumented();
        using var spans = SpanRecorder.Everything();
        using var materializer = system.System.Materializer();
        var found = new ConcurrentDictionary<int, ActivityTraceId>();
        var send = Sender(toQueue: false, 10, "orders", source => source
            .Select(element =>
            {
                found[element.Number] = Activity.Current?.TraceId ?? default;
                return element;
            }).To(Sink.Ignore<Element>()), materializer);
        using var root = Recorded.Root();
        await send(new Element(1));
        await Eventually.True(() => found.ContainsKey(1));
        Assert.Equal(default, found[1]);
    }

    [Fact]
    public void An_object_that_is_sent_in_two_traces_at_once_comes_in_none()
    {
        using var spans = SpanRecorder.Everything();
        var (traces, element, other) = (new ElementTraces(), new object(), new object());
        Send(element);
        Send(element);
        Send(other);
        Assert.False(traces.TryTake(element, out _));
        Assert.True(traces.TryTake(other, out _));
        Assert.False(traces.TryTake(other, out _));

        // once it has come, it may be sent again
        var first = Send(element);
        Assert.True(traces.TryTake(element, out var sentIn));
        Assert.Equal(first, sentIn.TraceId);

        // without a trace as well
        Send(element);
        traces.Sent(element);
        Assert.False(traces.TryTake(element, out _));

        ActivityTraceId Send(object sent)
        {
            using var root = Recorded.Root();
            traces.Sent(sent);
            return root.TraceId;
        }
    }

    /// <summary>A source that drops what it cannot keep.</summary>
    [Fact]
    public void An_element_that_never_arrives_is_not_kept()
    {
        using var spans = SpanRecorder.Everything();
        var traces = new ElementTraces();
        var dropped = Send(traces);
        for (var i = 0; i < 10 && dropped.IsAlive; i++)
        {
            GC.Collect();
        }

        Assert.False(dropped.IsAlive);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static WeakReference Send(ElementTraces traces)
        {
            var element = new object();
            using var root = Recorded.Root();
            traces.Sent(element);
            return new(element);
        }
    }

    [Fact]
    public async Task The_reference_of_the_source_is_its_actor()
    {
        await using var system = Systems.Instrumented();
        using var materializer = system.System.Materializer();
        var (actor, done) = Source.ActorRef<Element>(10, OverflowStrategy.DropHead).Instrumented("watched")
            .ToMaterialized(Sink.Ignore<Element>(), Keep.Both).Run(materializer);
        Assert.True(actor.Equals(await Eventually.Within(system.System.ActorSelection(actor.Path).ResolveOne(TimeSpan.FromSeconds(20)))));

        var terminated = new TaskCompletionSource<IActorRef>(TaskCreationOptions.RunContinuationsAsynchronously);
        var watcher = system.ActorOf((context, message) =>
        {
            if (message is "watch")
            {
                context.Watch(actor);
                context.Sender.Tell("watching");
            }
            else if (message is Terminated { ActorRef: var ended })
            {
                terminated.SetResult(ended);
            }
        });
        await watcher.Ask<string>("watch", TimeSpan.FromSeconds(20));
        actor.Tell(new Element(1));
        actor.Tell(new Status.Success("done"));
        await Eventually.Within(done);
        Assert.Equal(actor, await Eventually.Within(terminated.Task));
    }

    private static Func<Element, Task> Sender(
        bool toQueue, int size, string name,
        Func<Source<Element, Func<Element, Task>>, IRunnableGraph<Func<Element, Task>>> rest, IMaterializer materializer)
    {
        var source = toQueue
            ? Source.Queue<Element>(size, OverflowStrategy.Backpressure).Instrumented(name)
                .MapMaterializedValue<Func<Element, Task>>(queue => queue.OfferAsync)
            : Source.ActorRef<Element>(size, OverflowStrategy.Fail).Instrumented(name)
                .MapMaterializedValue<Func<Element, Task>>(actor => element =>
                {
                    actor.Tell(element, ActorRefs.NoSender);
                    return Task.CompletedTask;
                });
        return rest(source).Run(materializer);
    }
}
