namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>What is collected of actor systems that have ended, and of several systems of one name.</summary>
public class EndedSpec
{
    private static readonly (string Key, object? Value) Ints = (AkkaSpanAttributes.MessageType, "Int32");

    [Fact]
    public async Task What_was_counted_since_the_last_collection_is_collected_after_the_end_and_by_every_reader()
    {
        var name = NewName();
        using var one = new MetricRecorder(name);
        using var other = new MetricRecorder(name);
        await Work(name, 1_000);

        foreach (var reader in new[] { one, one, other })
        {
            Assert.Equal(1_000, reader.Sum(AkkaMetricNames.ActorMessages, Ints));
            Assert.Equal(1, reader.Sum(AkkaMetricNames.ActorStarted, (AkkaSpanAttributes.ActorType, "Echo")));
            Assert.Equal(1, reader.Sum(AkkaMetricNames.ActorStopped, (AkkaSpanAttributes.ActorType, "Echo")));
            Assert.Equal(1, reader.Sum(AkkaMetricNames.ActorDeadLetters, (AkkaSpanAttributes.MessageType, "String")));
            Assert.True(reader.Sum(AkkaMetricNames.DispatcherRuns) > 0);
        }
    }

    [Fact]
    public async Task An_ended_system_has_no_gauges_and_nothing_lives_or_waits_in_it()
    {
        var name = NewName();
        using var metrics = new MetricRecorder(name);
        await Work(name, 10);

        Assert.Equal(
            [AkkaMetricNames.ActorLive, AkkaMetricNames.MailboxDepth],
            metrics.Poll().Where(measured => measured.Value == 0 && measured.Name is AkkaMetricNames.ActorLive or AkkaMetricNames.MailboxDepth)
                .Select(measured => measured.Name).Distinct().Order(StringComparer.Ordinal));
        Assert.DoesNotContain(metrics.Poll(), measured => measured.Instrument.GetType().Name.StartsWith("ObservableGauge", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Last_values_keep_nothing_of_the_actor_system()
    {
        var name = NewName();
        using var metrics = new MetricRecorder(name);
        var system = await Forgotten(name);

        await Eventually.Collected(system);
        Assert.Equal(10, metrics.Sum(AkkaMetricNames.ActorMessages, Ints));
    }

    // The sender's thread runs the actor, so the test knows which thread timed the runs: one that does nothing afterwards.
    [Fact]
    public async Task A_thread_whose_runs_were_timed_keeps_nothing_of_the_actor_system()
    {
        var name = NewName();
        using var metrics = new MetricRecorder(name);
        var mayEnd = new TaskCompletionSource();
        try
        {
            var system = await Ended();

            await Eventually.Collected(system);
            Assert.NotEmpty(metrics.Of(AkkaMetricNames.DispatcherWaitDuration, (AkkaMetricAttributes.DispatcherId, "calling-thread")));
        }
        finally
        {
            mayEnd.SetResult();
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        async Task<WeakReference> Ended()
        {
            await using var started = Systems.Named(name, "calling-thread.type = \"Akka.TestKit.CallingThreadDispatcherConfigurator, Akka.TestKit\"");
            var sent = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            new Thread(
                actor =>
                {
                    Send((IActorRef)actor!);
                    actor = null;
                    sent.SetResult();
                    mayEnd.Task.Wait();
                }) { IsBackground = true }.Start(started.ActorOf(Echo.Props.WithDispatcher("calling-thread")));
            await Eventually.Within(sent.Task);
            return new WeakReference(started.System);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        static void Send(IActorRef actor) => actor.TellNumbers(10);
    }

    [Fact]
    public async Task A_system_whose_metrics_are_off_leaves_nothing()
    {
        var name = NewName();
        using var metrics = new MetricRecorder(name);
        await Work(name, 10, "akka.instrumentation.metrics.enabled = off");

        Assert.Empty(metrics.Poll());
    }

    [Fact]
    public async Task Two_living_systems_of_one_name_are_two_series_with_exact_sums()
    {
        var name = NewName();
        using var metrics = new MetricRecorder(name);
        await using var first = Systems.Named(name);
        await using var second = Systems.Named(name);
        await first.ActorOf(Echo.Props).AskNumbers(30);
        await second.ActorOf(Echo.Props).AskNumbers(100);

        await Eventually.Passes(() =>
        {
            Assert.Equal((30, 100), (OfInstance(metrics, null), OfInstance(metrics, 2)));
            Assert.Equal(130, metrics.Sum(AkkaMetricNames.ActorMessages, Ints));
            Assert.Equal((30, 100), (Durations(null), Durations(2)));
        });

        int Durations(object? instance) =>
            metrics.Values(AkkaMetricNames.ActorProcessDuration, Ints, (AkkaMetricAttributes.ActorSystemInstance, instance)).Count;
    }

    [Fact]
    public async Task Every_metric_of_a_second_system_of_one_name_shows_it()
    {
        var name = NewName();
        await using var first = Systems.Named(name, "akka.instrumentation.metrics.enabled = off");
        using var metrics = new MetricRecorder(name);
        await using var second = Systems.Named(name, "akka.loglevel = OFF");
        var actor = second.ActorOf(Handler.Fallible);
        actor.Tell("fail", ActorRefs.NoSender);
        await actor.Ask<int>(1, TimeSpan.FromSeconds(20));
        second.System.DeadLetters.Tell("lost");

        await Eventually.True(() => metrics.Sum(AkkaMetricNames.ActorFailures) == 1
            && metrics.Sum(AkkaMetricNames.ActorDeadLetters) > 0 && metrics.Recorded.Count > 0);
        Assert.All(metrics.Recorded.Concat(metrics.Poll()), measured => Assert.Equal(2, measured.Tag(AkkaMetricAttributes.ActorSystemInstance)));
    }

    private static string NewName() => $"ended-{Guid.NewGuid():N}"[..20];

    private static long? OfInstance(MetricRecorder metrics, object? instance) =>
        metrics.Sum(AkkaMetricNames.ActorMessages, Ints, (AkkaMetricAttributes.ActorSystemInstance, instance));

    // none of its locals may keep the system alive
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static async Task<WeakReference> Forgotten(string name)
    {
        var system = Systems.Named(name);
        await system.ActorOf(Echo.Props).AskNumbers(10);
        await system.DisposeAsync();
        return new WeakReference(system.System);
    }

    private static async Task Work(string name, int messages, string hocon = "")
    {
        await using (var system = Systems.Named(name, hocon))
        {
            await system.ActorOf(Echo.Props).AskNumbers(messages);
            system.System.DeadLetters.Tell("lost");
        }

        // who awaits the end may be back a moment before the instruments know
        await Eventually.True(() => ActorSystems.Now.Live.All(other => other.Tags.Name != name));
    }
}
