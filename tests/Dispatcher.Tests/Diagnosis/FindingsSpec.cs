using System.Collections.Concurrent;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Diagnosis;

/// <summary>Code of the application hears when a trouble begins and when it has ended.</summary>
public sealed class FindingsSpec
{
    [Fact]
    public async Task An_actor_that_listens_to_the_event_stream_hears_when_restarts_begin_and_when_they_have_ended()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        var heard = new ConcurrentQueue<AkkaFinding>();
        var listener = system.ActorOf((_, message) => heard.Enqueue((AkkaFinding)message));
        system.System.EventStream.Subscribe(listener, typeof(AkkaFinding));
        var control = AkkaInstrumentationExtension.For(system.System).Control;
        using var watch = control.OnFinding(system.System.EventStream.Publish,
            new AkkaHealthCheckOptions { RestartsWithin = TimeSpan.FromSeconds(2), DegradedFailures = 1_000 });

        var failing = system.ActorOf(Handler.Fallible, "failing");
        var began = DateTime.UtcNow;
        failing.TellTimes(5, "fail");

        await Eventually.True(() => heard.Any(finding => finding.EndedAt is not null));
        var findings = heard.ToList();
        Assert.Equal([("restarting", "/user/failing"), ("restarting", "/user/failing")], findings.Select(finding => (finding.Kind, finding.Path)));
        Assert.Null(findings[0].EndedAt);
        Assert.Contains("restarts in 2 s", findings[0].What, StringComparison.Ordinal);
        Assert.True(findings[1].EndedAt > began && findings[0].Since >= began.AddSeconds(-1));
    }

    [Fact]
    public async Task A_listener_that_throws_costs_nothing_but_its_own_call_and_hears_nothing_after_its_end()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        var calls = 0;
        var control = AkkaInstrumentationExtension.For(system.System).Control;
        var watch = control.OnFinding(
            _ =>
            {
                Interlocked.Increment(ref calls);
                throw new InvalidOperationException("on purpose");
            },
            new AkkaHealthCheckOptions { DegradedFailures = 1, DegradedRestarts = 1_000, UnhealthyRestarts = 1_000 });
        var failing = system.ActorOf(Handler.Fallible);

        failing.Tell("fail", ActorRefs.NoSender);
        await Eventually.Equal(1, () => Volatile.Read(ref calls));
        await Eventually.Equal("work", () => failing.Ask<string>("work").GetAwaiter().GetResult());

        watch.Dispose();
        system.ActorOf(Handler.Props((_, _) => throw new TimeoutException())).Tell("fail", ActorRefs.NoSender);
        await Eventually.True(() => AkkaInstrumentationExtension.For(system.System).Failures.Read().Count == 2);
        Assert.Equal(1, calls);
    }

    [Fact]
    public async Task Wrong_thresholds_are_named_before_anything_is_looked_for()
    {
        await using var system = Systems.Instrumented();
        var control = AkkaInstrumentationExtension.For(system.System).Control;

        var error = Assert.Throws<ArgumentException>(() =>
            control.OnFinding(_ => { }, new AkkaHealthCheckOptions { DegradedRestarts = 0, DegradedFailures = -1 }));

        Assert.Contains("DegradedRestarts (thresholds) = 0, allowed is 1 to 1000", error.Message, StringComparison.Ordinal);
        Assert.Contains("DegradedFailures (thresholds) = -1, allowed is 1 to 1000000", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_listener_that_blocks_holds_up_nothing_but_itself()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        using var release = new ManualResetEventSlim();
        var heard = new ConcurrentQueue<AkkaFinding>();
        var control = AkkaInstrumentationExtension.For(system.System).Control;
        var options = new AkkaHealthCheckOptions { DegradedFailures = 1, DegradedLostMessages = 1,
            DegradedRestarts = 1_000, UnhealthyRestarts = 1_000 };
        using var blocked = control.OnFinding(_ => release.Wait(), options);
        using var other = control.OnFinding(heard.Enqueue, options);

        system.ActorOf(Handler.Fallible).Tell("fail", ActorRefs.NoSender);
        await Eventually.True(() => heard.Count == 1);
        system.System.ActorSelection("/user/nobody").Tell("lost", ActorRefs.NoSender);
        await Eventually.True(() => heard.Any(finding => finding.Kind == "lost"));
        release.Set();
    }

    /// <summary>Failures are found by type. Which actor failed last changes all the time.</summary>
    [Fact]
    public async Task Failures_of_many_actors_of_one_type_are_one_finding()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        var extension = AkkaInstrumentationExtension.For(system.System);
        var (options, tracker) = (new AkkaHealthCheckOptions { DegradedFailures = 1, DegradedRestarts = 1_000, UnhealthyRestarts = 1_000 },
            new FindingTracker());
        for (var i = 0; i < 10; i++)
        {
            system.ActorOf(Handler.Fallible).Tell("fail", ActorRefs.NoSender);
            await Eventually.True(() => extension.Failures.Read().Sum(same => same.Total) == i + 1);
            tracker.Look(extension, SystemHealth.From(SystemFindings.Read(extension, options, System.Diagnostics.Stopwatch.GetTimestamp()), options));
        }

        Assert.Equal(("failing", "Handler", null), Assert.Single(tracker.Timeline) is var only ? (only.Kind, only.ActorType, only.EndedAt) : default);
    }

    /// <summary>Under the heaviest load those that shed it must not hear that it has ended.</summary>
    [Fact]
    public async Task Of_more_growing_mailboxes_than_are_named_none_has_ended_because_another_is_worse()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        var extension = AkkaInstrumentationExtension.For(system.System);
        var (options, tracker) = (new AkkaHealthCheckOptions(), new FindingTracker());
        IReadOnlyList<AkkaFinding> Look(int count, int worst) => tracker.Look(extension, SystemHealth.From(
            new(
                Findings<GrowingMailbox>.From([.. Enumerable.Range(0, count)
                    .Select(i => new GrowingMailbox($"/user/{i}", "Any", (i + worst) % count, 1))], mailbox => mailbox.Depth),
                Findings<LateActor>.None, Findings<BlockingActor>.None, Findings<Repeated<ActorRestart>>.None, []),
            options));

        var heard = Enumerable.Range(0, 200).SelectMany(look => Look(count: 250, worst: look)).ToList();
        Assert.Equal(250, heard.Count);
        Assert.All(heard, finding => Assert.Null(finding.EndedAt));

        var ended = Look(count: 50, worst: 0);
        Assert.Equal(200, ended.Count(finding => finding.EndedAt is not null));
    }

    /// <summary>What began an hour ahead of the clock began before the clock was set back.</summary>
    [Fact]
    public async Task A_finding_that_outlives_a_clock_set_back_does_not_end_before_it_began()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        var extension = AkkaInstrumentationExtension.For(system.System);
        var (options, tracker) = (new AkkaHealthCheckOptions(), new FindingTracker());
        var blocking = new Findings<BlockingActor>(1, [new("/user/blocks", "Blocks", "String", Seconds: -3_600)]);
        foreach (var found in new[] { blocking, Findings<BlockingActor>.None })
        {
            tracker.Look(extension, SystemHealth.From(
                new(Findings<GrowingMailbox>.None, Findings<LateActor>.None, found, Findings<Repeated<ActorRestart>>.None, []), options));
        }

        var ended = Assert.Single(tracker.Timeline);
        Assert.Equal(ended.Since, ended.EndedAt);
    }

    [Fact]
    public async Task Of_more_findings_than_a_timeline_keeps_those_that_go_on_and_the_latest_stay()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        var extension = AkkaInstrumentationExtension.For(system.System);
        var options = new AkkaHealthCheckOptions();
        var tracker = new FindingTracker();
        var lasting = new Findings<BlockingActor>(1, [new("/user/lasting", "Lasting", "String", 3)]);
        var nothing = new SystemFindings(Findings<GrowingMailbox>.None, Findings<LateActor>.None, lasting, Findings<Repeated<ActorRestart>>.None, []);
        for (var look = 0; look < 2_000; look++)
        {
            tracker.Look(extension, SystemHealth.From(
                nothing with { Growing = new(1, [new GrowingMailbox($"/user/{look}", $"Type{look % 50}", 100, 1)]) }, options));
        }

        var kept = tracker.Timeline;
        Assert.Equal(FindingTracker.MaxKept, kept.Count);
        Assert.Equal(["/user/1999", "/user/lasting"], kept.Where(finding => finding.EndedAt is null).Select(finding => finding.Path).Order());
        Assert.Equal("/user/1998", kept[1].Path);
    }

    [Fact]
    public async Task One_that_begins_and_ends_all_the_time_hides_no_other()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF");
        var extension = AkkaInstrumentationExtension.For(system.System);
        var (options, tracker) = (new AkkaHealthCheckOptions(), new FindingTracker());
        var nothing = new SystemFindings(
            Findings<GrowingMailbox>.None, Findings<LateActor>.None, Findings<BlockingActor>.None, Findings<Repeated<ActorRestart>>.None, []);
        tracker.Look(extension, SystemHealth.From(nothing with { Blocking = new(1, [new("/user/once", "Quiet", "String", 3)]) }, options));
        for (var look = 0; look < 2_000; look++)
        {
            var flapping = look % 2 == 0 ? new Findings<GrowingMailbox>(1, [new GrowingMailbox("/user/flapping", "Noisy", 100, 1)])
                : Findings<GrowingMailbox>.None;
            tracker.Look(extension, SystemHealth.From(nothing with { Growing = flapping }, options));
        }

        Assert.Equal(FindingTracker.MaxAlike, tracker.Timeline.Count(finding => finding.ActorType == "Noisy"));
        Assert.Equal("/user/once", Assert.Single(tracker.Timeline, finding => finding.ActorType == "Quiet").Path);
    }
}
