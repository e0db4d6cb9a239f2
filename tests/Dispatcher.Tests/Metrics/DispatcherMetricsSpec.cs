namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>
/// Delay, batches, runs and busy time of a dispatcher with one thread: a run has ended when another actor on it has answered what was asked after it.
/// </summary>
public sealed class DispatcherMetricsSpec
{
    [Fact]
    public async Task The_delay_is_what_a_mailbox_waits_for_a_thread()
    {
        await using var system = OneThread.System();
        using var metrics = new MetricRecorder(system);
        using var hold = new Hold();
        var (worker, other) = (await OneThread.Started(system, Handle), await OneThread.Started(system, Handle));
        await hold.EnterAt(worker);

        var asked = other.Ask<string>("answer", TimeSpan.FromSeconds(20));
        var waited = Spin(milliseconds: 20);
        hold.Release();
        await asked;

        // recorded when the run that has answered ends
        await Eventually.True(() => metrics.Values(AkkaMetricNames.DispatcherWaitDuration, (AkkaMetricAttributes.DispatcherId, OneThread.Id))
            .Any(delay => delay >= waited));
    }

    [Fact]
    public async Task A_batch_is_the_messages_of_one_run()
    {
        await using var system = OneThread.System("throughput = 4");
        using var metrics = new MetricRecorder(system);
        using var hold = new Hold();
        var (worker, other) = (await OneThread.Started(system, Handle), await OneThread.Started(system, Handle));
        await hold.EnterAt(worker);
        var before = Batches(metrics).Count;
        using var last = new Hold();
        worker.TellNumbers(9);

        worker.Tell(last, ActorRefs.NoSender);
        hold.Release();
        await last.Entered;
        var asked = other.Ask<string>("answer", TimeSpan.FromSeconds(20));
        last.Release();
        await asked;

        // Akka gives a run one message more than its throughput
        Assert.Equal([5, 5, 1], Batches(metrics).Skip(before).Take(3));
    }

    [Theory]
    [InlineData("adaptive")]
    [InlineData("all")]
    public async Task Every_run_is_counted(string distributions)
    {
        const int Messages = 20_000;
        await using var system = OneThread.System("throughput = 1", $"metrics.distributions = {distributions}");
        using var metrics = new MetricRecorder(system);
        using var hold = new Hold();
        using var last = new Hold();
        var worker = await OneThread.Started(system, Handle);
        await OneThread.Started(system, Handle);
        await hold.EnterAt(worker);
        var before = Runs(metrics);
        worker.TellNumbers(Messages);

        worker.Tell(last, ActorRefs.NoSender);
        hold.Release();
        await last.Entered;

        // two messages each, and the run that holds is counted already
        Assert.Equal(Messages / 2, Runs(metrics) - before);
    }

    [Fact]
    public async Task Busy_time_reports_which_message_type_holds_the_dispatcher()
    {
        await using var system = OneThread.System("", "metrics.distributions = all");
        using var metrics = new MetricRecorder(system);
        var (worker, other) = (await OneThread.Started(system, Handle), await OneThread.Started(system, Handle));
        for (var i = 0; i < 20; i++)
        {
            worker.Tell(new Burn(2), ActorRefs.NoSender);
            worker.Tell(i, ActorRefs.NoSender);
        }

        await worker.Ask<string>("answer", TimeSpan.FromSeconds(20));
        await other.Ask<string>("answer", TimeSpan.FromSeconds(20));

        var burnt = Busy(metrics, AkkaMetricNames.ActorBusyTime, (AkkaSpanAttributes.MessageType, "DispatcherMetricsSpec.Burn"));
        var all = Busy(metrics, AkkaMetricNames.ActorBusyTime);
        var dispatcher = Busy(metrics, AkkaMetricNames.DispatcherBusyTime);
        Assert.True(burnt >= 20 * 0.002, $"{burnt} s");
        Assert.True(all > burnt, $"{all} s of all, {burnt} of one type");
        Assert.True(dispatcher >= burnt, $"{dispatcher} s of the dispatcher, {burnt} s of one type");

        // handlers that do not await are busy as long as they work
        var worked = metrics.Values(AkkaMetricNames.ActorProcessDuration, (AkkaSpanAttributes.MessageType, "DispatcherMetricsSpec.Burn")).Sum();
        Assert.Equal(worked, burnt, tolerance: 1e-6);
    }

    [Fact]
    public async Task Awaiting_is_not_busy()
    {
        await using var system = OneThread.System("", "metrics.distributions = all");
        using var metrics = new MetricRecorder(system);
        using var hold = new Hold();
        var other = await OneThread.Started(system, Handle);
        var worker = system.ActorOf(AsyncHandler.Props(async (context, message) =>
        {
            if (message is Burn)
            {
                Spin(milliseconds: 2);
                await hold.PassAsync();
                Spin(milliseconds: 3);
                return;
            }

            context.Sender.Tell("answer");
        }).WithDispatcher(OneThread.Id));
        await worker.Ask<string>("answer", TimeSpan.FromSeconds(20));
        worker.Tell(new Burn(0), ActorRefs.NoSender);
        await hold.Entered;
        await other.Ask<string>("answer", TimeSpan.FromSeconds(20));
        var awaited = Spin(milliseconds: 30);
        hold.Release();
        await worker.Ask<string>("answer", TimeSpan.FromSeconds(20));
        await other.Ask<string>("answer", TimeSpan.FromSeconds(20));

        var worked = Assert.Single(
            metrics.Values(AkkaMetricNames.ActorProcessDuration, (AkkaSpanAttributes.MessageType, "DispatcherMetricsSpec.Burn")));
        var busy = Busy(metrics, AkkaMetricNames.ActorBusyTime, (AkkaSpanAttributes.MessageType, "DispatcherMetricsSpec.Burn"));
        Assert.InRange(busy, 0.005, worked - awaited);
    }

    [Fact]
    public async Task Dispatchers_are_told_apart()
    {
        await using var system = OneThread.System();
        using var metrics = new MetricRecorder(system);
        await OneThread.Started(system, Handle);
        await system.ActorOf(Echo.Props).Ask<string>("answer", TimeSpan.FromSeconds(20));

        var ids = metrics.Poll().Where(measured => measured.Name == AkkaMetricNames.DispatcherRuns)
            .Select(measured => measured.Tag(AkkaMetricAttributes.DispatcherId));
        Assert.Equal(["akka.actor.default-dispatcher", OneThread.Id], ids.Cast<string>().Order(StringComparer.Ordinal));
    }

    private static void Handle(IActorContext context, object message)
    {
        switch (message)
        {
            case Burn burn:
                Spin(burn.Milliseconds);
                break;
            case string:
                context.Sender.Tell(message);
                break;
        }
    }

    // What time there was at least. Nothing is synchronised by it.
    private static double Spin(int milliseconds)
    {
        var watch = Stopwatch.StartNew();
        while (watch.Elapsed.TotalMilliseconds <= milliseconds)
        {
        }

        return watch.Elapsed.TotalSeconds;
    }

    private static IReadOnlyList<double> Batches(MetricRecorder metrics) =>
        metrics.Values(AkkaMetricNames.DispatcherBatchSize, (AkkaMetricAttributes.DispatcherId, OneThread.Id));

    private static long Runs(MetricRecorder metrics) =>
        metrics.Sum(AkkaMetricNames.DispatcherRuns, (AkkaMetricAttributes.DispatcherId, OneThread.Id)) ?? 0;

    private static double Busy(MetricRecorder metrics, string metric, params (string Key, object? Value)[] tags) => metrics.Poll()
        .Where(measured => measured.Name == metric && measured.Has([(AkkaMetricAttributes.DispatcherId, OneThread.Id), .. tags]))
        .Sum(measured => measured.Value);

    private sealed record Burn(int Milliseconds);
}
