namespace AkkaInstrumentation.Tests;

/// <summary>Many messages in both directions, all of them recorded: none is lost, none comes twice, and each is in its trace.</summary>
public sealed class LoadSpec
{
    private const int Count = 100_000;

    // More would only wait in Akka's buffers.
    private const int Window = 2_000;

    [Fact]
    public async Task A_hundred_thousand_messages_each_way_have_the_right_parents()
    {
        await using var nodes = Node.Two(out var one, out var two, $"{Buffers}\n{OneTrace}");
        await one.Meet(two);
        await two.Meet(one);
        var there = new Received(two, "end");
        var back = new Received(one, "end");

        var sending = Task.WhenAll(Task.Run(() => SendAll(one, two, there)), Task.Run(() => SendAll(two, one, back)));
        var spans = await sending;
        there.Check(spans[0]);
        back.Check(spans[1]);
        Assert.True(one.Tracing.Counts!.Written.Envelopes.Value >= Count);
        Assert.True(two.Tracing.Counts!.Written.Envelopes.Value >= Count);
        Assert.All(one.Tracing.Counts.Refused.Concat(two.Tracing.Counts.Refused), count => Assert.Equal(0, count.Value));
    }

    [Fact]
    public async Task After_each_of_five_restarts_messages_are_in_their_traces_again()
    {
        var network = Node.Network();
        await using var here = Node.Start(network, 1);
        for (var restart = 0; restart < 5; restart++)
        {
            // Every second time the node comes back without this library.
            var isPlain = restart % 2 == 1;
            var there = isPlain ? Node.StartPlain(network, 2) : Node.Start(network, 2);
            var got = new ConcurrentQueue<(object Message, ActivitySpanId Parent)>();
            there.ActorOf((_, message) => got.Enqueue((message, Activity.Current?.ParentSpanId ?? default)), "end");
            var end = here.At(there, "end");
            using (var meeting = SpanRecorder.WithRoot(out var hello))
            {
                await Eventually.True(() =>
                {
                    end.Tell("hello");
                    return !got.IsEmpty && here.PeerOf(there).Reads == !isPlain;
                });
                hello.Dispose();
            }

            using var recorder = SpanRecorder.WithRoot(out var root);
            end.TellNumbers(1_000);

            root.Dispose();
            await Eventually.Equal(1_000, () => got.Count(item => item.Message is int));
            var numbers = got.Where(item => item.Message is int).ToList();
            Assert.Equal(Enumerable.Range(0, 1_000), numbers.Select(item => (int)item.Message));
            Assert.All(numbers, item => Assert.Equal(isPlain ? default : root.SpanId, item.Parent));
            await there.Leave();
        }
    }

    // All messages of a direction are in one trace.
    private const string OneTrace = "akka.instrumentation.tracing.max-spans-per-trace = 1000000";

    private const string Buffers = "akka.remote.transport-failure-detector.acceptable-heartbeat-pause = 120s";

    // Each message is sent in a span of its own. Returns the span of each.
    private static ActivitySpanId[] SendAll(Node from, Node to, Received received)
    {
        var spans = new ActivitySpanId[Count];
        var end = from.At(to, "end");
        using var recorder = new ActivityListener
        {
            ShouldListenTo = source => source.Name == AkkaTelemetry.SourceName,
            Sample = (ref ActivityCreationOptions<ActivityContext> options) =>
                options.Parent.TraceId == received.Trace ? ActivitySamplingResult.AllDataAndRecorded : ActivitySamplingResult.None,
        };
        ActivitySource.AddActivityListener(recorder);
        for (var i = 0; i < Count; i++)
        {
            using (var activity = new Activity("send")
                .SetParentId(received.Trace, ActivitySpanId.CreateRandom(), ActivityTraceFlags.Recorded).Start())
            {
                spans[i] = activity.SpanId;
                end.Tell(i);
            }

            var last = i;
            if (!SpinWait.SpinUntil(() => last - received.Arrived < Window, TimeSpan.FromMinutes(3)))
            {
                throw new TimeoutException($"{received.Arrived} of {i} messages have arrived");
            }
        }

        return SpinWait.SpinUntil(() => received.Arrived >= Count, TimeSpan.FromMinutes(3)) ? spans
            : throw new TimeoutException($"{received.Arrived} messages have arrived");
    }

    private sealed class Received
    {
        private readonly int[] _times = new int[Count];
        private readonly ActivitySpanId[] _parents = new ActivitySpanId[Count];
        private readonly ActivityTraceId[] _traces = new ActivityTraceId[Count];
        private int _arrived;

        public Received(Node node, string name) => node.ActorOf(
            (_, message) =>
            {
                if (message is int number)
                {
                    _times[number]++;
                    _parents[number] = Activity.Current?.ParentSpanId ?? default;
                    _traces[number] = Activity.Current?.TraceId ?? default;
                    Interlocked.Increment(ref _arrived);
                }
            },
            name);

        public ActivityTraceId Trace { get; } = ActivityTraceId.CreateRandom();

        public int Arrived => Volatile.Read(ref _arrived);

        public void Check(ActivitySpanId[] spans)
        {
            Assert.All(_times, times => Assert.Equal(1, times));
            Assert.All(_traces, trace => Assert.Equal(Trace, trace));
            Assert.Equal(spans, _parents);
        }
    }
}
