using System.Collections.Concurrent;
using System.Diagnostics;

namespace AkkaInstrumentation.Tests.Context;

/// <summary>
/// Handlers write to what is current without asking what it is. Whatever they write is noticed before the activity is current in the trace's next handler.
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
        var activity = trace.Take();
        Assert.True(activity.IsUntouched);

        Write(activity, way);

        Assert.False(activity.IsUntouched);
        trace.PutBack(activity);
        var next = trace.Take();
        Assert.NotSame(activity, next);
        Assert.True(next.IsUntouched);
        Assert.Equal(activity.TraceId, next.TraceId);
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
        var activity = trace.Take();
        trace.PutBack(activity);

        Assert.Equal(0, AllocationMeter.OnThread(() => HandOn(trace, activity), expected: 0));
        HandlerContext.Leave();

        static void HandOn(NonRecordingContext trace, NonRecordingActivity activity)
        {
            Assert.Same(activity, trace.Take());
            trace.PutBack(activity);
        }
    }

    [Fact]
    public void It_says_what_the_activity_said_that_the_trace_comes_from()
    {
        using var source = Unsampled.Activity("not sampled", "vendor=1").Start();

        var activity = NonRecordingContext.Of(source).Take();

        Assert.Equal(
            (source.TraceId, source.SpanId, "vendor=1", ActivityTraceFlags.None),
            (activity.TraceId, activity.ParentSpanId, activity.TraceStateString, activity.ActivityTraceFlags));
        Assert.Same(activity.Trace, NonRecordingContext.Of(activity));
    }

    /// <summary>Two actors that handle messages of one trace at the same time.</summary>
    [Fact]
    public void One_that_is_taken_is_not_given_out_a_second_time_and_two_are_kept()
    {
        var trace = NonRecordingContext.Own();

        var (first, second) = (trace.Take(), trace.Take());
        Assert.NotSame(first, second);
        Assert.Equal(first.TraceId, second.TraceId);

        trace.PutBack(first);
        trace.PutBack(second);
        Assert.Equal(new HashSet<NonRecordingActivity> { first, second }, [trace.Take(), trace.Take()]);
        HandlerContext.Leave();
    }

    /// <summary>Whoever has one has it alone, also while others take and put back theirs.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Eight_threads_never_have_the_same_at_once(bool write)
    {
        var trace = NonRecordingContext.Own();
        var taken = new ConcurrentDictionary<Activity, int>();
        await Eventually.Within(Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Factory.StartNew(
            () =>
            {
                for (var i = 0; i < 5_000; i++)
                {
                    var activity = trace.Take();
                    Assert.True(taken.TryAdd(activity, 0));
                    Assert.Equal((trace.TraceId, true), (activity.TraceId, activity.IsUntouched));
                    if (write)
                    {
                        activity.AddEvent(new ActivityEvent("written"));
                    }

                    taken.TryRemove(activity, out var none);
                    trace.PutBack(activity);
                    HandlerContext.Leave();
                }
            },
            TaskCreationOptions.LongRunning))));

        Assert.True(trace.Take().IsUntouched);
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
