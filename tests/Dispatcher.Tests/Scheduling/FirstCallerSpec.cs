namespace AkkaInstrumentation.Tests.Scheduling;

/// <summary>
/// Akka's scheduler starts its thread at its first use, in the context of whoever that is. Nothing that it sends later belongs to that trace, also
/// where the message does not show that it is scheduled.
/// </summary>
public class FirstCallerSpec
{
    private const string Silent = "akka.loglevel = OFF";

    private static readonly TimeSpan Soon = TimeSpan.FromMilliseconds(10);

    /// <summary>How the message gets to its actor, and whether the whole system starts inside the activity.</summary>
    public static TheoryData<string, bool> Ways => new()
    {
        { "actor", false },
        { "actor", true },
        { "router", false },
        { "router", true },
        { "delegate", false },
        { "delegate", true },
        { "instrumented scheduler", false },
    };

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task What_is_scheduled_is_no_child_of_the_first_use_of_the_scheduler(string way, bool startsInside)
    {
        using var spans = SpanRecorder.OfActor(out var name);
        using var first = new Activity("first") { ActivityTraceFlags = ActivityTraceFlags.Recorded }.AddBaggage("tenant", "first");
        await using var system = startsInside ? StartedIn(first)
            : Systems.Instrumented(way == "instrumented scheduler" ? InstrumentedSchedulerSpec.Scheduler : Silent);
        var seen = new TaskCompletionSource<string?>(TaskCreationOptions.RunContinuationsAsynchronously);
        var props = Handler.Props((_, _) => seen.TrySetResult(Activity.Current?.GetBaggageItem("tenant")));
        var actor = system.System.ActorOf(way == "router" ? props.WithRouter(new RoundRobinPool(1)) : props, name);

        Within(first, () => system.System.Scheduler.ScheduleTellOnce(Soon, ActorRefs.Nobody, "first", ActorRefs.NoSender));
        if (way == "delegate")
        {
            system.System.Scheduler.Advanced.ScheduleOnce(Soon, () => actor.Tell(1, ActorRefs.NoSender));
        }
        else
        {
            system.System.Scheduler.ScheduleTellOnce(Soon, actor, 1, ActorRefs.NoSender);
        }

        Assert.Null(await Eventually.Within(seen.Task));
        var span = Assert.Single(await spans.WaitForStopped(1));
        Assert.Equal(default, span.ParentSpanId);
        Assert.Empty(span.Links);
        Assert.NotEqual(first.TraceId, span.TraceId);
    }

    private static TestSystem StartedIn(Activity first)
    {
        TestSystem? system = null;
        Within(first, () => system = Systems.Instrumented(Silent));
        return system!;
    }

    private static void Within(Activity activity, Action action)
    {
        var before = Activity.Current;
        Activity.Current = activity.Id is null ? activity.Start() : activity;
        action();
        Activity.Current = before;
    }
}
