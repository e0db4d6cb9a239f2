using System.Diagnostics;
using System.Diagnostics.Metrics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Messages of one run that carry their unsampled traces: each is only counted, and handled in the activity of its own trace. The test fills and empties
/// the queue itself.
/// </summary>
[Collection(Alone.Name)]
public sealed class CarriedTraceSpec : IDisposable
{
    private readonly ActivityListener _spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
    private readonly MeterListener _metrics = Unheeding.Metrics();
    private readonly Activity _first = Unsampled.Activity("first");
    private readonly Activity _second = Unsampled.Activity("second");

    public CarriedTraceSpec()
    {
        CoarseClock.IsHeld = true;
        HandlerContext.Leave();
    }

    public void Dispose()
    {
        CoarseClock.IsHeld = false;
        HandlerContext.Leave();
        _spans.Dispose();
        _metrics.Dispose();
    }

    [Fact]
    public async Task Each_message_is_handled_in_its_own_trace_and_counted_once()
    {
        await using var run = await RunOf(_first, _first, null, _second, _second, null, _first);

        var a = run.Next(_first);
        run.Next(_first);
        Assert.Null(run.Next(sentIn: null));
        var b = run.Next(_second);
        Assert.Same(b, run.Next(_second));
        Assert.Null(run.Next(sentIn: null));
        run.Next(_first);
        Assert.Equal(7, run.Recorder.Counted);
    }

    /// <summary>The next actor's libraries would send it on.</summary>
    [Theory]
    [InlineData("tag")]
    [InlineData("baggage")]
    [InlineData("flag")]
    public async Task What_a_handler_wrote_to_the_activity_does_not_reach_the_next_message_of_another_trace_or_of_this_one(string what)
    {
        await using var run = await RunOf(_first, _second, _first);
        var written = run.Next(_first)!;
        _ = what switch
        {
            "tag" => written.SetTag("of", "first"),
            "baggage" => written.SetBaggage("of", "first"),
            _ => Flagged(written),
        };

        Assert.Empty(run.Next(_second)!.TagObjects);
        var again = run.Next(_first)!;

        Assert.NotSame(written, again);
        Assert.Equal((0, 0, ActivityTraceFlags.None), (again.TagObjects.Count(), again.Baggage.Count(), again.ActivityTraceFlags));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task What_would_flow_on_from_a_handler_does_not_reach_the_next_message_of_the_same_trace(bool isBaggage)
    {
        await using var run = await RunOf(_first, _first);
        var written = run.Next(_first)!;
        _ = isBaggage ? written.SetBaggage("of", "first") : Flagged(written);

        var next = run.Next(_first)!;

        Assert.Equal((0, ActivityTraceFlags.None), (next.Baggage.Count(), next.ActivityTraceFlags));
    }

    [Fact]
    public async Task What_a_handler_makes_current_does_not_stay_current()
    {
        await using var run = await RunOf(_first, _second);
        run.Next(_first);
        var left = new AsyncLocal<string> { Value = "of the first handler" };
        using var own = new Activity("own").Start();

        run.Next(_second);

        Assert.Equal("of the first handler", left.Value);
    }

    /// <summary>If the handler fails, the span of the failure tells where its message was sent.</summary>
    [Fact]
    public async Task What_a_retroactive_span_would_say_is_about_this_message()
    {
        await using var run = await RunOf(_first, _second, null, _first);

        foreach (var sentIn in new[] { _first, _second, null, _first })
        {
            run.Next(sentIn);
            Assert.Equal((sentIn is not null, sentIn?.SpanId ?? default), (run.Recorder.Candidate.HasMore, run.SentIn));
        }
    }

    private static Activity Flagged(Activity activity)
    {
        activity.ActivityTraceFlags = ActivityTraceFlags.Recorded;
        return activity;
    }

    private static async Task<OneRun> RunOf(params Activity?[] sentIn)
    {
        var system = Systems.Plain("akka.instrumentation.tracing { sampling { ratio = 0, unsampled-trace-ids = never }\n retroactive.errors = on }");
        var (queue, recorder) = await RecordedQueues.OfStartedActor(system);
        RecordedQueues.TimeAsFewAsPossible(recorder);
        foreach (var sender in sentIn)
        {
            Inside(sender, () => queue.Enqueue(recorder.Self, new Envelope("message", ActorRefs.NoSender)));
        }

        return new OneRun(system, queue, recorder);
    }

    private static void Inside(Activity? sender, Action send) => ExecutionContext.Run(
        HandlerContext.Empty,
        _ =>
        {
            Activity.Current = sender is { Id: null } ? sender.Start() : sender;
            send();
        },
        null);

    private sealed class OneRun : IAsyncDisposable
    {
        private readonly TestSystem _system;
        private readonly UnboundedInstrumentedMessageQueue _queue;
        private readonly int _run;

        public OneRun(TestSystem system, UnboundedInstrumentedMessageQueue queue, MailboxRecorder recorder)
        {
            (_system, _queue, Recorder) = (system, queue, recorder);
            _run = recorder.BeginRun(ThreadContext.Mine);
        }

        public MailboxRecorder Recorder { get; }

        public ActivitySpanId SentIn => Recorder.Candidate
            .About(Recorder, Recorder.Type!.Message(typeof(string)), default!, sender: null, Stopwatch.GetTimestamp())
            .SentIn.SpanId;

        /// <summary>The activity in which the next message is handled: one of its trace, or none.</summary>
        public Activity? Next(Activity? sentIn)
        {
            Assert.True(_queue.TryDequeue(out _));
            Assert.Equal(sentIn?.TraceId, Activity.Current?.TraceId);
            return Activity.Current;
        }

        public async ValueTask DisposeAsync()
        {
            Recorder.EndRun(_run, ThreadContext.Mine);
            await _system.DisposeAsync();
        }
    }
}
