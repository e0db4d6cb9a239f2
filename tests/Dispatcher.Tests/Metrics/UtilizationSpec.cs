namespace AkkaInstrumentation.Tests.Metrics;

/// <summary><c>akka.actor.utilization</c> while handlers are at work: a handler counts from its begin, not from its end.</summary>
public class UtilizationSpec
{
    private static readonly Props Hangs = AsyncHandler.Props((_, _) => new TaskCompletionSource().Task);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_handler_that_awaits_for_ever_is_at_work_in_each_sample(bool timesMessages)
    {
        await using var system = Systems.Instrumented();
        using var metrics = Utilization(system, timesMessages);
        var actor = system.ActorOf(Hangs);
        actor.Tell("hang", ActorRefs.NoSender);
        await Eventually.True(() => Of(metrics) > 0.9, () => $"{Of(metrics)}");
        for (var sample = 0; sample < 5; sample++)
        {
            await Task.Delay(20);
            Assert.InRange(Of(metrics) ?? -1, 0.9, 1);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task One_of_ten_actors_that_holds_its_thread_is_a_tenth(bool timesMessages)
    {
        await using var system = Systems.Instrumented();
        using var metrics = Utilization(system, timesMessages);
        using var hold = new Hold();
        var actors = Enumerable.Range(0, 10).Select(_ => system.ActorOf((_, _) => hold.Pass())).ToList();
        actors[3].Tell("hold", ActorRefs.NoSender);
        await hold.Entered;
        await Eventually.True(() => Of(metrics) > 0.09, () => $"{Of(metrics)}");
        Assert.InRange(Of(metrics)!.Value, 0.09, 0.1);
    }

    private static double? Of(MetricRecorder metrics) =>
        metrics.Poll().FirstOrDefault(measured => measured.Name == AkkaMetricNames.ActorUtilization)?.Value;

    // Where nobody wants durations, no message has a time.
    private static MetricRecorder Utilization(TestSystem system, bool timesMessages) =>
        new(system.Name, name => name == AkkaMetricNames.ActorUtilization || (timesMessages && name == AkkaMetricNames.ActorProcessDuration));
}
