using System.Diagnostics;

namespace AkkaInstrumentation.Tests.Context;

/// <summary>
/// Handlers write to what is current without asking what it is. Whatever they write is noticed before the activity is current for another actor's message.
/// </summary>
public sealed class NonRecordingActivitySpec
{
    public static TheoryData<string> Ways =>
    [
        "tag", "event", "exception", "link", "baggage", "flags", "trace state", "custom property", "display name", "status", "description", "all data", "start time",
        "end time", "stop",
    ];

    [Theory]
    [MemberData(nameof(Ways))]
    public void Whatever_is_written_is_noticed(string way)
    {
        var trace = NonRecordingContext.Own();
        var activity = trace.Activity();
        Assert.True(activity.IsUntouched);

        Write(activity, way);

        Assert.False(activity.IsUntouched);
        var next = trace.Activity();
        Assert.NotSame(activity, next);
        Assert.True(next.IsUntouched);
        Assert.Equal(activity.TraceId, next.TraceId);
        Activity.Current = null;
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void What_is_at_hand_for_a_shared_trace_is_not_given_out_again(string way)
    {
        var trace = NonRecordingContext.Shared(seed: 7, tick: 11);
        var activity = ThreadContext.Mine.Take(trace);
        ThreadContext.Mine.PutBack(activity);
        Assert.Same(activity, ThreadContext.Mine.Take(trace));
        ThreadContext.Mine.PutBack(activity);

        Write(activity, way);

        Assert.NotSame(activity, ThreadContext.Mine.Take(trace));
        Activity.Current = null;
    }

    /// <summary>No other question tells whether an activity has custom properties: this one is answered by null only as long as there are none.</summary>
    [Fact]
    public void Asking_for_a_property_without_a_name_throws_once_there_are_any()
    {
        using var activity = new Activity("asked");
        Assert.Null(activity.GetCustomProperty(null!));

        activity.SetCustomProperty("any", 1);
        Assert.Throws<ArgumentNullException>(() => activity.GetCustomProperty(null!));
    }

    [Fact]
    public void Of_a_trace_it_is_made_once_and_looking_costs_no_bytes()
    {
        var trace = NonRecordingContext.Own();
        var activity = trace.Activity();

        Assert.Equal(0, AllocationMeter.OnThread(() => Assert.Same(activity, trace.Activity()), expected: 0));
        HandlerContext.Leave();
    }

    [Fact]
    public void It_says_what_the_activity_said_that_the_trace_comes_from()
    {
        using var source = new Activity("not sampled") { TraceStateString = "vendor=1" }.SetIdFormat(ActivityIdFormat.W3C).Start();

        var activity = NonRecordingContext.Of(source).Activity();

        Assert.Equal(
            (source.TraceId, source.SpanId, "vendor=1", ActivityTraceFlags.None),
            (activity.TraceId, activity.ParentSpanId, activity.TraceStateString, activity.ActivityTraceFlags));
        Assert.Same(activity.Trace, NonRecordingContext.Of(activity));
    }

    [Fact]
    public void One_that_is_in_use_is_not_given_out_a_second_time()
    {
        var trace = NonRecordingContext.Shared(seed: 7, tick: 13);

        var outer = ThreadContext.Mine.Take(trace);
        var inner = ThreadContext.Mine.Take(trace);

        Assert.NotSame(outer, inner);
        Assert.Equal(outer.TraceId, inner.TraceId);
        HandlerContext.Leave();
    }

    /// <summary>Of two threads that make one at once one stays; both are clean.</summary>
    [Fact]
    public async Task Eight_threads_that_write_to_what_they_get_find_it_untouched_or_another_threads()
    {
        var trace = NonRecordingContext.Own();
        await Eventually.Within(Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Factory.StartNew(
            () =>
            {
                for (var i = 0; i < 5_000; i++)
                {
                    var activity = trace.Activity();
                    Assert.Equal(trace.TraceId, activity.TraceId);
                    activity.AddEvent(new ActivityEvent("written"));
                    HandlerContext.Leave();
                }
            },
            TaskCreationOptions.LongRunning))));

        Assert.True(trace.Activity().IsUntouched);
        HandlerContext.Leave();
    }

    internal static void Write(Activity activity, string way)
    {
        switch (way)
        {
            case "tag":
                activity.SetTag("order", 1);
                break;
            case "event":
                activity.AddEvent(new ActivityEvent("failed"));
                break;
            case "exception":
                activity.AddException(new TimeoutException());
                break;
            case "link":
                activity.AddLink(new ActivityLink(activity.Context));
                break;
            case "baggage":
                activity.AddBaggage("user", "one");
                break;
            case "flags":
                activity.ActivityTraceFlags = ActivityTraceFlags.Recorded;
                break;
            case "trace state":
                activity.TraceStateString = "tenant=a";
                break;
            case "custom property":
                activity.SetCustomProperty("tenant", "a");
                break;
            case "display name":
                activity.DisplayName = "named";
                break;
            case "status":
                activity.SetStatus(ActivityStatusCode.Ok);
                break;
            case "description":
                activity.SetStatus(ActivityStatusCode.Error, "described");
                break;
            case "all data":
                activity.IsAllDataRequested = true;
                break;
            case "start time":
                activity.SetStartTime(DateTime.UtcNow.AddDays(-1));
                break;
            case "end time":
                activity.SetEndTime(DateTime.UtcNow.AddDays(1));
                break;
            default:
                activity.Stop();
                break;
        }
    }
}
