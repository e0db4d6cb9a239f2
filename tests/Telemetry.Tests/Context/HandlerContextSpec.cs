using System.Diagnostics;

namespace AkkaInstrumentation.Tests.Context;

/// <summary>What is current for messages that are not sampled, on threads of the test's own.</summary>
public sealed class HandlerContextSpec
{
    private static readonly AsyncLocal<string?> Flowing = new();

    private readonly NonRecordingActivity _unsampled = NonRecordingContext.Own().Take();

    [Fact]
    public void It_records_nothing()
    {
        Assert.False(_unsampled.Recorded);
        Assert.False(_unsampled.IsAllDataRequested);
        Assert.False(_unsampled.IsStopped);
        Assert.NotEqual(default, _unsampled.SpanId);
    }

    [Fact]
    public async Task It_is_current_on_a_thread_without_a_context_and_gone_without_a_trace()
    {
        await EmptyThread.Run(() =>
        {
            HandlerContext.Enter(_unsampled);
            Assert.Same(_unsampled, Activity.Current);
            Assert.Null(Flowing.Value);

            Activity.Current = null;
            Assert.Null(Activity.Current);
        });
    }

    [Fact]
    public async Task Making_it_current_costs_no_bytes()
    {
        await EmptyThread.Run(() => Assert.Equal(
            0,
            AllocationMeter.OnThread(
                () =>
                {
                    HandlerContext.Enter(_unsampled);
                    HandlerContext.Enter(_unsampled);
                    HandlerContext.Leave();
                },
                expected: 0)));
    }

    [Fact]
    public async Task What_a_foreign_context_carries_stays()
    {
        await EmptyThread.Run(() =>
        {
            Flowing.Value = "theirs";
            HandlerContext.Enter(_unsampled);
            Assert.Equal(("theirs", _unsampled), (Flowing.Value, Activity.Current));

            Activity.Current = null;
            Assert.Equal("theirs", Flowing.Value);
        });
    }

    [Fact]
    public async Task What_a_handler_lets_flow_does_not_get_into_the_shared_context()
    {
        await EmptyThread.Run(() =>
        {
            HandlerContext.Enter(_unsampled);
            Flowing.Value = "of one message";
            Activity.Current = null;
        });
        await EmptyThread.Run(() =>
        {
            HandlerContext.Enter(_unsampled);
            Assert.Null(Flowing.Value);
        });
    }

    [Fact]
    public async Task Where_flow_is_suppressed_it_is_current_too()
    {
        await EmptyThread.Run(() =>
        {
            using (ExecutionContext.SuppressFlow())
            {
                HandlerContext.Enter(_unsampled);
                Assert.Same(_unsampled, Activity.Current);
                Activity.Current = null;
            }
        });
    }

    [Fact]
    public async Task It_flows_through_awaits()
    {
        var seen = new TaskCompletionSource<Activity?>(TaskCreationOptions.RunContinuationsAsynchronously);
        await EmptyThread.Run(() =>
        {
            HandlerContext.Enter(_unsampled);
            _ = Continue();
            Activity.Current = null;
        });

        Assert.Same(_unsampled, await Eventually.Within(seen.Task));

        async Task Continue()
        {
            await Task.Yield();
            await Task.Delay(1);
            seen.SetResult(Activity.Current);
        }
    }

    [Fact]
    public async Task A_source_that_follows_its_parent_starts_no_trace_below_it()
    {
        using var source = new ActivitySource($"below-{Guid.NewGuid():N}");
        using var listener = new ActivityListener
        {
            ShouldListenTo = candidate => candidate == source,
            Sample = (ref ActivityCreationOptions<ActivityContext> options) =>
                options.Parent == default || options.Parent.TraceFlags.HasFlag(ActivityTraceFlags.Recorded)
                    ? ActivitySamplingResult.AllDataAndRecorded
                    : ActivitySamplingResult.None,
        };
        ActivitySource.AddActivityListener(listener);

        await EmptyThread.Run(() =>
        {
            using (var root = source.StartActivity("without"))
            {
                Assert.NotNull(root);
            }

            HandlerContext.Enter(_unsampled);
            Assert.Null(source.StartActivity("below"));
            Activity.Current = null;
        });
    }
}
