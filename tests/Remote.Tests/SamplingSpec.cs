namespace AkkaInstrumentation.Tests;

/// <summary>
/// Whether a trace is recorded is decided at its first node and followed everywhere: it is exported as a whole or not at all. Alone, because the tests look
/// at what nobody samples.
/// </summary>
[Collection(Alone.Name)]
public sealed class SamplingSpec
{
    private const int Count = 10_000;

    // More would only wait in Akka's buffers.
    private const int Window = 500;

    [Fact]
    public async Task Each_hundredth_trace_by_the_SDKs_sampler_is_on_both_nodes_and_no_other()
    {
        var roots = 0;
        await using var three = await ThreeActors.Start(ratio: 1);
        using var exported = new Exported(parent => parent == default
            ? Interlocked.Increment(ref roots) % 100 == 0
            : (parent.TraceFlags & ActivityTraceFlags.Recorded) != 0);
        await three.SendAll(Count, Window);
        Assert.Equal(Count, roots);
        Assert.Equal(Count / 100, await exported.WholeTraces(three));
    }

    [Fact]
    public async Task One_percent_by_our_own_sampling_is_on_both_nodes_and_no_other()
    {
        await using var three = await ThreeActors.Start(ratio: 0.01);
        using var exported = new Exported(_ => true);
        await three.SendAll(Count, Window);
        Chance.AssertShare(await exported.WholeTraces(three), Count, 0.01);
    }

    /// <summary>The messages of the trace arrive one by one, with the same bytes. They share what is current, until a handler writes to it.</summary>
    [Fact]
    public async Task What_a_handler_writes_in_an_unsampled_trace_is_read_in_no_other_handler_there()
    {
        await using var nodes = Node.Two(out var here, out var there);
        var read = new ConcurrentQueue<Activity?>();
        there.ActorOf((_, _) => read.Enqueue(Activity.Current), "reads");
        there.ActorOf(
            (_, _) =>
            {
                Activity.Current!.SetTag("written", "here").SetBaggage("written", "here");
                read.Enqueue(null);
            },
            "writes");
        await here.Meet(there);

        using var recorder = SpanRecorder.Everything();
        using var unsampled = Unsampled.Activity("unsampled").Start();
        string[] order = ["reads", "reads", "writes", "reads", "reads"];
        for (var i = 0; i < order.Length; i++)
        {
            here.At(there, order[i]).Tell("go", ActorRefs.NoSender);
            await Eventually.True(() => read.Count == i + 1);
        }

        var found = read.OfType<Activity>().ToList();
        Assert.Equal(4, found.Count);
        Assert.All(found, activity => Assert.Equal((unsampled.TraceId, false), (activity.TraceId, activity.Recorded)));
        Assert.Same(found[0], found[1]);
        Assert.NotSame(found[1], found[2]);
        Assert.Same(found[2], found[3]);
        Assert.Empty(found[2].TagObjects);
        Assert.Empty(found[2].Baggage);
    }

    /// <summary>An actor here, one at the other node, and one here again. Only the first node has a ratio: the other one would record everything.</summary>
    private sealed class ThreeActors : IAsyncDisposable
    {
        private readonly IAsyncDisposable _both;
        private readonly Node _here;
        private readonly Node _there;
        private readonly IActorRef _front;
        private int _done;

        private ThreeActors(double ratio)
        {
            _both = Node.Two(out _here, out _there, FormattableString.Invariant($"akka.instrumentation.tracing.sampling.ratio = {ratio}"), "");
            var (back, end) = (_here.At(_there, "back"), _there.At(_here, "end"));
            _here.ActorOf((_, _) => Interlocked.Increment(ref _done), "end");
            _there.ActorOf((_, message) => end.Tell(message), "back");
            _front = _here.ActorOf((_, message) => back.Tell(message), "front");
        }

        public IReadOnlyList<(string Actor, string Node)> Way => [("/user/front", _here.Address), ("/user/back", _there.Address), ("/user/end", _here.Address)];

        public static async Task<ThreeActors> Start(double ratio)
        {
            var three = new ThreeActors(ratio);
            await three._here.Meet(three._there);
            await three._there.Meet(three._here);
            return three;
        }

        public async Task SendAll(int count, int window)
        {
            for (var sent = 0; sent < count; sent += window)
            {
                _front.TellTimes(window, "go");

                var upTo = sent + window;
                await Eventually.True(() => Volatile.Read(ref _done) == upTo);
            }
        }

        public ValueTask DisposeAsync() => _both.DisposeAsync();
    }

    private sealed class Exported : IDisposable
    {
        private readonly ConcurrentDictionary<ActivityTraceId, ConcurrentQueue<Activity>> _traces = new();
        private readonly ActivityListener _listener;
        private int _open;

        public Exported(Func<ActivityContext, bool> samples)
        {
            _listener = new ActivityListener
            {
                ShouldListenTo = source => source.Name == AkkaTelemetry.SourceName,
                Sample = (ref ActivityCreationOptions<ActivityContext> options) =>
                    samples(options.Parent) ? ActivitySamplingResult.AllDataAndRecorded : ActivitySamplingResult.None,
                ActivityStarted = _ => Interlocked.Increment(ref _open),
                ActivityStopped = span =>
                {
                    _traces.GetOrAdd(span.TraceId, _ => new()).Enqueue(span);
                    Interlocked.Decrement(ref _open);
                },
            };
            ActivitySource.AddActivityListener(_listener);
        }

        /// <summary>Their number. Each has a span at each step of its way, the child of the one before, and no others.</summary>
        public async Task<int> WholeTraces(ThreeActors three)
        {
            await Eventually.True(() => Volatile.Read(ref _open) == 0 && _traces.All(trace => trace.Value.Count == 3), () => string.Join('\n', _traces.Select(trace => $"{trace.Key}: {trace.Value.Count}")));
            Assert.All(_traces.Values, trace =>
            {
                var spans = trace.OrderBy(span => span.ParentSpanId == default ? 0 : trace.Any(parent => parent.SpanId == span.ParentSpanId && parent.ParentSpanId == default) ? 1 : 2).ToList();
                Assert.Equal(three.Way, spans.Select(span => ($"{span.GetTagItem(AkkaSpanAttributes.ActorPath)}", $"{span.GetTagItem(AkkaSpanAttributes.NodeAddress)}")));
                Assert.Equal([default, spans[0].SpanId, spans[1].SpanId], spans.Select(span => span.ParentSpanId));
            });
            return _traces.Count;
        }

        public void Dispose() => _listener.Dispose();
    }
}
