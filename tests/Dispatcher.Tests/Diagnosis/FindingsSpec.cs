namespace AkkaInstrumentation.Tests.Diagnosis;

/// <summary>Code of the application hears when a trouble begins and when it has ended.</summary>
public sealed class FindingsSpec : IAsyncLifetime
{
    private readonly TestSystem _system = Systems.Instrumented("akka.loglevel = OFF");
    private readonly FindingTracker _tracker = new();

    public Task InitializeAsync() => Task.CompletedTask;

    public Task DisposeAsync() => _system.DisposeAsync().AsTask();

    [Fact]
    public async Task An_actor_that_listens_to_the_event_stream_hears_when_restarts_begin_and_when_they_have_ended()
    {
        var heard = new ConcurrentQueue<AkkaFinding>();
        var listener = _system.ActorOf((_, message) => heard.Enqueue((AkkaFinding)message));
        _system.System.EventStream.Subscribe(listener, typeof(AkkaFinding));
        using var watch = _system.Extension.Insight.Answers.OnFinding(_system.System.EventStream.Publish, _system.System.EventStream.Publish,
            new AkkaHealthCheckOptions { RestartsWithin = TimeSpan.FromSeconds(2), DegradedFailures = 1_000 });

        var failing = _system.ActorOf(Handler.Fallible, "failing");
        var began = DateTime.UtcNow;
        failing.TellTimes(5, "fail");

        await Eventually.True(() => heard.Any(finding => finding.HasEnded));
        var findings = heard.ToList();
        Assert.Equal([("restarting", "/user/failing"), ("restarting", "/user/failing")], findings.Select(finding => (finding.Kind, finding.Subject)));
        Assert.Null(findings[0].EndedAt);
        Assert.Contains("restarts in 2 s", findings[0].Description, StringComparison.Ordinal);
        Assert.True(findings[1].EndedAt > began && findings[0].StartedAt >= began.AddSeconds(-1));
    }

    [Fact]
    public async Task A_listener_that_throws_costs_nothing_but_its_own_call_and_hears_nothing_after_its_end()
    {
        var calls = 0;
        var watch = _system.Extension.Insight.Answers.OnFinding(
            _ =>
            {
                Interlocked.Increment(ref calls);
                throw new InvalidOperationException("on purpose");
            },
            thresholds: new AkkaHealthCheckOptions { DegradedFailures = 1, DegradedRestarts = 1_000, UnhealthyRestarts = 1_000 });
        var failing = _system.ActorOf(Handler.Fallible);

        failing.Tell("fail", ActorRefs.NoSender);
        await Eventually.Equal(1, () => Volatile.Read(ref calls));
        await Eventually.Equal("work", () => failing.Ask<string>("work").GetAwaiter().GetResult());

        watch.Dispose();
        _system.ActorOf(Handler.Props((_, _) => throw new TimeoutException())).Tell("fail", ActorRefs.NoSender);
        await Eventually.True(() => _system.Extension.Failures.Read().Count == 2);
        Assert.Equal(1, calls);
    }

    [Fact]
    public void Wrong_thresholds_are_named_before_anything_is_looked_for()
    {
        var error = Assert.Throws<ArgumentException>(() =>
            _system.Extension.Insight.Answers.OnFinding(_ => { }, thresholds: new AkkaHealthCheckOptions { DegradedRestarts = 0,
                DegradedFailures = -1 }));

        Assert.Contains("DegradedRestarts (thresholds) = 0, allowed is 1 to 1000", error.Message, StringComparison.Ordinal);
        Assert.Contains("DegradedFailures (thresholds) = -1, allowed is 1 to 1000000", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_listener_that_blocks_holds_up_nothing_but_itself()
    {
        using var release = new ManualResetEventSlim();
        var heard = new ConcurrentQueue<AkkaFinding>();
        var options = new AkkaHealthCheckOptions { DegradedFailures = 1, DegradedLostMessages = 1,
            DegradedRestarts = 1_000, UnhealthyRestarts = 1_000 };
        using var blocked = _system.Extension.Insight.Answers.OnFinding(_ => release.Wait(), thresholds: options);
        using var other = _system.Extension.Insight.Answers.OnFinding(heard.Enqueue, heard.Enqueue, options);

        _system.ActorOf(Handler.Fallible).Tell("fail", ActorRefs.NoSender);
        await Eventually.True(() => heard.Count == 1);
        _system.System.ActorSelection("/user/nobody").Tell("lost", ActorRefs.NoSender);
        await Eventually.True(() => heard.Any(finding => finding.Kind == "lost"));
        release.Set();
    }

    /// <summary>Failures are found by type. Which actor failed last changes all the time.</summary>
    [Fact]
    public async Task Failures_of_many_actors_of_one_type_are_one_finding()
    {
        var options = new AkkaHealthCheckOptions { DegradedFailures = 1, DegradedRestarts = 1_000, UnhealthyRestarts = 1_000 };
        for (var i = 0; i < 10; i++)
        {
            _system.ActorOf(Handler.Fallible).Tell("fail", ActorRefs.NoSender);
            await Eventually.True(() => _system.Extension.Failures.Read().Sum(same => same.Total) == i + 1);
            Look(SystemFindings.Read(_system.Extension, options, Stopwatch.GetTimestamp()), options);
        }

        Assert.Equal(("failing", "Handler", null), Assert.Single(_tracker.Timeline) is var only ? (only.Kind, only.ActorType, only.EndedAt) : default);
    }

    /// <summary>Under the heaviest load those that shed it must not hear that it has ended.</summary>
    [Fact]
    public void Of_more_growing_mailboxes_than_are_named_none_has_ended_because_another_is_worse()
    {
        IReadOnlyList<AkkaFinding> LookAt(int count, int worst) => Look(Found.Nothing with
        {
            Growing = Findings<GrowingMailbox>.From(
                [.. Enumerable.Range(0, count).Select(i => new GrowingMailbox($"/user/{i}", "Any", (i + worst) % count, 1))],
                mailbox => mailbox.Depth),
        });

        var heard = Enumerable.Range(0, 200).SelectMany(look => LookAt(count: 250, worst: look)).ToList();
        Assert.Equal(250, heard.Count);
        Assert.All(heard, finding => Assert.Null(finding.EndedAt));

        var ended = LookAt(count: 50, worst: 0);
        Assert.Equal(200, ended.Count(finding => finding.EndedAt is not null));
    }

    /// <summary>What began an hour ahead of the clock began before the clock was set back.</summary>
    [Fact]
    public void A_finding_that_outlives_a_clock_set_back_does_not_end_before_it_began()
    {
        Look(Blocking(new("/user/blocks", "Blocks", "String", Seconds: -3_600)));
        Look(Found.Nothing);

        var ended = Assert.Single(_tracker.Timeline);
        Assert.Equal(ended.StartedAt, ended.EndedAt);
    }

    [Fact]
    public void Of_more_findings_than_a_timeline_keeps_those_that_go_on_and_the_latest_stay()
    {
        var lasting = Blocking(new("/user/lasting", "Lasting", "String", 3));
        for (var look = 0; look < 2_000; look++)
        {
            Look(lasting with { Growing = new(1, [new GrowingMailbox($"/user/{look}", $"Type{look % 50}", 100, 1)]) });
        }

        var kept = _tracker.Timeline;
        Assert.Equal(FindingTracker.MaxKept, kept.Count);
        Assert.Equal(["/user/1999", "/user/lasting"], kept.Where(finding => finding.EndedAt is null).Select(finding => finding.Subject).Order());
        Assert.Equal("/user/1998", kept[1].Subject);
    }

    [Fact]
    public void One_that_begins_and_ends_all_the_time_hides_no_other()
    {
        Look(Blocking(new("/user/once", "Quiet", "String", 3)));
        var flapping = Found.Nothing with { Growing = new(1, [new("/user/flapping", "Noisy", 100, 1)]) };
        for (var look = 0; look < 2_000; look++)
        {
            Look(look % 2 == 0 ? flapping : Found.Nothing);
        }

        Assert.Equal(FindingTracker.MaxAlike, _tracker.Timeline.Count(finding => finding.ActorType == "Noisy"));
        Assert.Equal("/user/once", Assert.Single(_tracker.Timeline, finding => finding.ActorType == "Quiet").Subject);
    }

    private static SystemFindings Blocking(BlockingActor actor) => Found.Nothing with { Blocking = new(1, [actor]) };

    private IReadOnlyList<AkkaFinding> Look(SystemFindings found, AkkaHealthCheckOptions? options = null) =>
        _tracker.Look(_system.Extension, SystemHealth.From(found, options ?? new()));
}
