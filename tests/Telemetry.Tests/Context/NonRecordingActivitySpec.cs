namespace AkkaInstrumentation.Tests.Context;

/// <summary>
/// Handlers write to what is current without asking what it is. Whatever they write is noticed before the activity is current in the trace's next
/// handler.
/// </summary>
public sealed class NonRecordingActivitySpec
{
    public static TheoryData<string> Ways => [.. ActivityWrites.Names];

    [Theory]
    [MemberData(nameof(Ways))]
    public void Whatever_is_written_is_noticed(string way)
    {
        var trace = NonRecordingContext.Own();
        var activity = trace.Take();
        Assert.True(activity.IsUntouched);

        activity.Write(way);

        Assert.False(activity.IsUntouched);
        trace.PutBack(activity);
        var next = trace.Take();
        Assert.NotSame(activity, next);
        Assert.True(next.IsUntouched);
        Assert.Equal(activity.TraceId, next.TraceId);
        Activity.Current = null;
    }

    /// <summary>
    /// No other question tells whether an activity has custom properties: this one is answered by null only as long as there are none.
    /// </summary>
    [Fact]
    public void Asking_for_a_property_without_a_name_throws_once_there_are_any()
    {
        using var activity = new Activity("asked");
        Assert.Null(activity.GetCustomProperty(null!));

        activity.SetCustomProperty("any", 1);
        Assert.Throws<ArgumentNullException>(() => activity.GetCustomProperty(null!));
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
}
