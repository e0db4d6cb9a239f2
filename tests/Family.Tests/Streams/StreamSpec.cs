using Akka;
using Akka.Streams;
using Akka.Streams.Dsl;

namespace AkkaInstrumentation.Tests.Streams;

/// <summary>
/// A message of a stream's actors shows nothing about the element that a stage works on. So what is current in a stage is what Akka.Streams or the
/// stage itself has made current, as without instrumentation, and nothing of ours. Who listens to Akka's source changes that for the whole process:
/// the tests that do run one after another.
/// </summary>
[Collection("Listens to Akka.Streams")]
public sealed class StreamSpec
{
    private const string AkkasSource = "Akka.Streams";

    /// <summary>Something that was sent, started or current in a request's stage, and the trace in which it was.</summary>
    private sealed record Sighting(string What, int Request, ActivityTraceId Trace);

    private sealed record Note(string What, int Request);

    [Theory]
    [InlineData(false, "off")]
    [InlineData(true, "off")]
    [InlineData(false, "on")]
    [InlineData(true, "on")]
    public async Task Nothing_that_a_stage_does_for_one_request_gets_into_the_trace_of_another(bool toAkkasSource, string systemActors)
    {
        const int Requests = 200;
        await using var system = Systems.Instrumented($"akka.instrumentation.system-actors = {systemActors}");
        using var library = new ActivitySource($"library-{Guid.NewGuid():N}");
        using var listener = Recorded.Everything(library.Name, toAkkasSource ? AkkasSource : library.Name);
        var sightings = new ConcurrentQueue<Sighting>();
        var sink = system.ActorOf((_, message) =>
        {
            if (message is Note note)
            {
                sightings.Enqueue(new(note.What, note.Request, TraceHere()));
            }
        });
        var queue = Source.Queue<int>(Requests, OverflowStrategy.Backpressure)
            .SelectAsync(4, async request =>
            {
                sightings.Enqueue(new("current", request, TraceHere()));
                sightings.Enqueue(new("baggage", request, Activity.Current?.GetBaggageItem("trace") is { } tenant
                    ? ActivityTraceId.CreateFromString(tenant) : default));
                sink.Tell(new Note("sent at once", request));
                await Task.Delay(1);
                sink.Tell(new Note("sent after an await", request));
                _ = Answer(request).PipeTo(sink);
                using var query = library.StartActivity("query");
                sightings.Enqueue(new("a library's span", request, TraceHere()));
                return request;
            })
            .To(Sink.ForEachAsync<int>(4, request =>
            {
                sink.Tell(new Note("sent by the sink", request));
                return Task.CompletedTask;
            }))
            .Run(system.System.Materializer());

        var traces = new ActivityTraceId[Requests];
        await Task.WhenAll(Enumerable.Range(0, Requests).Select(request => Task.Run(async () =>
        {
            using var root = Recorded.Root();
            root.SetBaggage("trace", root.TraceId.ToString());
            traces[request] = root.TraceId;
            await queue.OfferAsync(request);
        })));

        await Eventually.Equal(7 * Requests, () => sightings.Count);
        var ofRequests = traces.ToHashSet();
        Assert.DoesNotContain(sightings, sighting => sighting.Trace != traces[sighting.Request] && ofRequests.Contains(sighting.Trace));

        // Where only Akka's own source could know better, nothing of the library's is current.
        Assert.True(toAkkasSource || !sightings.Any(sighting => ofRequests.Contains(sighting.Trace)));

        static async Task<Note> Answer(int request)
        {
            await Task.Yield();
            return new Note("piped", request);
        }
    }

    /// <summary>How a stage sends.</summary>
    public enum By
    {
        Tell,
        TellInATask,
        ForEachAsync,
        AskStage,
        SinkActorRef,
    }

    [Theory]
    [InlineData(By.Tell)]
    [InlineData(By.TellInATask)]
    [InlineData(By.ForEachAsync)]
    [InlineData(By.AskStage)]
    [InlineData(By.SinkActorRef)]
    public async Task With_Akkas_source_the_trace_that_Akka_carries_goes_on(By by)
    {
        await using var system = Systems.Instrumented();
        using var listener = Recorded.Everything(AkkasSource);
        var found = new ConcurrentDictionary<int, ActivityTraceId>();
        var actor = Finder(system, found);
        using var materializer = system.System.Materializer();

        // One element for each stream: Akka's context is right if the stages wait for the element, and not if the element waits for them.
        for (var i = 0; i < 10; i++)
        {
            var queue = Through(by, actor, ownSpan: null).Run(materializer);
            using var root = Recorded.Root();
            await queue.OfferAsync(new Element(i));
            await Eventually.True(() => found.ContainsKey(i));
            Assert.Equal(root.TraceId, found[i]);
        }
    }

    [Theory]
    [InlineData(By.Tell)]
    [InlineData(By.TellInATask)]
    [InlineData(By.ForEachAsync)]
    public async Task A_span_of_the_stage_is_the_parent_of_what_is_sent_in_it(By by)
    {
        await using var system = Systems.Instrumented();
        using var listener = Recorded.Everything();
        var (found, own) = (new ConcurrentDictionary<int, ActivityTraceId>(), new ConcurrentDictionary<int, ActivityTraceId>());
        var queue = Through(by, Finder(system, found), ownSpan: own).Run(system.System.Materializer());
        for (var i = 0; i < 50; i++)
        {
            using var root = Recorded.Root();
            await queue.OfferAsync(new Element(i));
        }

        await Eventually.Equal(50, () => found.Count);
        Assert.Equal(own.OrderBy(pair => pair.Key), found.OrderBy(pair => pair.Key));
    }

    private static ActivityTraceId TraceHere() => Activity.Current?.TraceId ?? default;

    private static IActorRef Finder(TestSystem system, ConcurrentDictionary<int, ActivityTraceId> found) => system.ActorOf((context, message) =>
    {
        if (message is Element element)
        {
            found[element.Number] = TraceHere();
            context.Sender.Tell(element);
        }
    });

    private static IRunnableGraph<ISourceQueueWithComplete<Element>> Through(By by, IActorRef actor,
        ConcurrentDictionary<int, ActivityTraceId>? ownSpan)
    {
        var source = Source.Queue<Element>(100, OverflowStrategy.Backpressure);
        return by switch
        {
            By.Tell => source.Select(Send).To(Sink.Ignore<Element>()),
            By.TellInATask => source.SelectAsync(1, async element =>
            {
                await Task.Yield();
                return Send(element);
            }).To(Sink.Ignore<Element>()),
            By.ForEachAsync => source.To(Sink.ForEachAsync<Element>(1, element =>
            {
                Send(element);
                return Task.CompletedTask;
            })),
            By.AskStage => source.Ask<Element>(actor, TimeSpan.FromSeconds(20), 1).To(Sink.Ignore<Element>()),
            _ => source.To(Sink.ActorRef<Element>(actor, "end", e => e)),
        };

        Element Send(Element element)
        {
            using var own = ownSpan is null ? null : Recorded.Root();
            if (own is not null)
            {
                ownSpan![element.Number] = own.TraceId;
            }

            actor.Tell(element, ActorRefs.NoSender);
            return element;
        }
    }

    [Theory]
    [InlineData("queue", 0)]
    [InlineData("actor", 0)]
    [InlineData("actor", 1)]
    public async Task What_a_stream_sends_is_never_in_another_elements_trace(string from, int milliseconds)
    {
        const int Elements = 300;
        await using var system = Systems.Instrumented();
        using var listener = Recorded.Everything();
        var found = new ConcurrentDictionary<int, ActivityTraceId>();
        var source = from == "queue"
            ? Source.Queue<Element>(Elements, OverflowStrategy.Backpressure).MapMaterializedValue<Func<Element, Task>>(queue => queue.OfferAsync)
            : Source.ActorRef<Element>(Elements, OverflowStrategy.DropHead).MapMaterializedValue<Func<Element, Task>>(actor => element =>
            {
                actor.Tell(element, ActorRefs.NoSender);
                return Task.CompletedTask;
            });
        var offer = source
            .SelectAsync(1, async element =>
            {
                await Task.Delay(milliseconds);
                return element;
            })
            .To(Sink.ActorRef<Element>(Finder(system, found), "end", e => e))
            .Run(system.System.Materializer());
        var expected = new ActivityTraceId[Elements];
        for (var i = 0; i < Elements; i++)
        {
            using var root = Recorded.Root();
            expected[i] = root.TraceId;
            await offer(new Element(i));
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
