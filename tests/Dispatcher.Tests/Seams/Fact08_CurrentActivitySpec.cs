using System.Diagnostics;

namespace AkkaInstrumentation.Tests;

/// <summary>Facts 8 and 11 about Akka.NET and .NET: what Activity.Current does and costs (.NET 8 to 10).</summary>
[Collection(Alone.Name)]
public sealed class Fact08_CurrentActivitySpec : IDisposable
{
    private const int ExecutionContextBytes = 72;
    private const int IdBytes = 136;

    private readonly ActivitySource _source = new($"seams-{Guid.NewGuid():N}");
    private readonly ActivityListener _listener;

    public Fact08_CurrentActivitySpec()
    {
        Activity.Current = null;
        _listener = new ActivityListener
        {
            ShouldListenTo = source => source == _source,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
        };
        ActivitySource.AddActivityListener(_listener);
    }

    public void Dispose()
    {
        Activity.Current = null;
        _listener.Dispose();
        _source.Dispose();
    }

    [Fact]
    public void A_stopped_activity_cannot_be_made_current_by_assignment()
    {
        var stopped = _source.StartActivity("stopped")!;
        stopped.Stop();
        var current = _source.StartActivity("current");

        Activity.Current = stopped;

        Assert.Same(current, Activity.Current);
    }

    [Fact]
    public void A_stopped_activity_becomes_current_again_with_the_execution_context_it_was_current_in()
    {
        var stopped = _source.StartActivity("stopped")!;
        var context = ExecutionContext.Capture()!;
        stopped.Stop();
        Assert.Null(Activity.Current);

        ExecutionContext.Restore(context);

        Assert.Same(stopped, Activity.Current);
    }

    [Fact]
    public void Restoring_an_execution_context_brings_all_its_other_async_locals_along()
    {
        var local = new AsyncLocal<string> { Value = "sender's" };
        var activity = _source.StartActivity("current");
        var context = ExecutionContext.Capture()!;
        Activity.Current = null;
        local.Value = "receiver's";

        ExecutionContext.Restore(context);

        Assert.Same(activity, Activity.Current);
        Assert.Equal("sender's", local.Value);
    }

    [Fact]
    public void Stop_makes_the_activity_current_that_was_so_at_start_whatever_is_current_now()
    {
        var mine = _source.StartActivity("mine")!;
        _ = _source.StartActivity("left behind by the handler");

        mine.Stop();

        Assert.Null(Activity.Current);
    }

    [Fact]
    public void Setting_the_current_activity_costs_one_execution_context_and_clearing_it_nothing()
    {
        var activity = _source.StartActivity("current")!;
        _ = activity.Id;

        var bytes = AllocationMeter.OnThread(
            () =>
            {
                Activity.Current = null;
                Activity.Current = activity;
            },
            ExecutionContextBytes);

        Assert.Equal(ExecutionContextBytes, bytes);
    }

    [Fact]
    public void Setting_an_activity_current_for_the_first_time_also_makes_its_Id_text()
    {
        const int Runs = 60;
        const int Operations = 200;
        var activities = new Queue<Activity>();
        for (var i = 0; i < Runs * Operations; i++)
        {
            activities.Enqueue(_source.StartActivity("fresh")!);
            Activity.Current = null;
        }

        var bytes = AllocationMeter.OnThread(
            () =>
            {
                Activity.Current = activities.Dequeue();
                Activity.Current = null;
            },
            ExecutionContextBytes + IdBytes,
            Operations);

        Assert.Equal(ExecutionContextBytes + IdBytes, bytes);
    }
}
