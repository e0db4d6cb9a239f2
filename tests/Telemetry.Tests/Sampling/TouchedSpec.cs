using System.Diagnostics;

namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>
/// Handlers write to what is current without asking what it is: tags, exceptions as events, baggage. The activity that
/// they share must not become their rubbish heap, nor carry the baggage of one message into another.
/// <para>
/// May hold what: anybody may write to it at any time; whoever makes it current looks and, if it was written to, puts
/// a new one in its place. Two that look at once make two, of which one stays: both are clean. Messages that are handled at
/// the same moment on several threads share it still.
/// </para>
/// </summary>
[Collection(Alone.Name)]
public sealed class TouchedSpec
{
    public static TheoryData<string> Ways => ["tag", "event", "baggage", "flags", "stop"];

    [Theory]
    [MemberData(nameof(Ways))]
    public void What_a_handler_writes_on_it_is_gone_at_the_next_run(string way)
    {
        Activity.Current = null;
        Unsampled.MakeCurrent();
        Touch(Activity.Current!, way);

        Activity.Current = null;
        Unsampled.MakeCurrent();
        AssertClean();
        Activity.Current = null;
    }

    [Theory]
    [InlineData("baggage")]
    [InlineData("flags")]
    [InlineData("stop")]
    public void What_would_change_the_next_message_is_seen_at_once(string way)
    {
        Unsampled.MakeCurrent();
        Assert.True(Unsampled.IsFit);
        Touch(Activity.Current!, way);

        Assert.False(Unsampled.IsFit);
        Unsampled.MakeCurrent();
        Assert.True(Unsampled.IsFit);
        AssertClean();
        Activity.Current = null;
    }

    [Fact]
    public void One_that_was_replaced_is_still_known_as_unsampled()
    {
        Activity.Current = null;
        Unsampled.MakeCurrent();
        var old = Activity.Current!;
        old.AddBaggage("user", "one");
        Assert.True(Unsampled.IsAroundHere());

        var made = Unsampled.Activity;
        Activity.Current = null;
        Unsampled.MakeCurrent();
        Assert.NotSame(made, Unsampled.Activity);
        Activity.Current = old;
        Assert.True(Unsampled.IsAroundHere());
        Activity.Current = null;
        Assert.False(Unsampled.IsAroundHere());
    }

    [Fact]
    public async Task Eight_threads_that_write_and_make_it_current_find_it_clean_or_another_thread_s()
    {
        await Eventually.Within(Task.WhenAll(Enumerable.Range(0, 8).Select(_ => Task.Factory.StartNew(
            () =>
            {
                for (var i = 0; i < 5_000; i++)
                {
                    Unsampled.MakeCurrent();
                    Assert.NotNull(Activity.Current);
                    Touch(Activity.Current, "event");
                    Activity.Current = null;
                }
            },
            TaskCreationOptions.LongRunning))));

        Unsampled.MakeCurrent();
        AssertClean();
        Activity.Current = null;
    }

    [Fact]
    public void Looking_costs_no_bytes() =>
        Assert.Equal(0, AllocationMeter.OnThread(() => Assert.True(Unsampled.IsFit), expected: 0));

    private static void AssertClean()
    {
        var current = Activity.Current;
        Assert.NotNull(current);
        Assert.Same(Unsampled.Activity, current);
        Assert.False(current.IsStopped);
        Assert.False(current.Recorded);
        Assert.Empty(current.TagObjects);
        Assert.Empty(current.Events);
        Assert.Empty(current.Baggage);
    }

    private static void Touch(Activity activity, string way)
    {
        switch (way)
        {
            case "tag":
                activity.SetTag("order", 1);
                break;
            case "event":
                activity.AddEvent(new ActivityEvent("failed"));
                break;
            case "baggage":
                activity.AddBaggage("user", "one");
                break;
            case "flags":
                activity.ActivityTraceFlags = ActivityTraceFlags.Recorded;
                break;
            default:
                activity.Stop();
                break;
        }
    }
}
