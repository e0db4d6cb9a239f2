namespace AkkaInstrumentation.Tests.Diagnosis;

/// <summary>Actors that are started minute after minute, in a real system; the minutes are the test's.</summary>
public class ActorLeakSpec
{
    private const int EachMinute = 220;

    private static readonly Props Session = Handler.Props((_, _) => { });

    [Fact]
    public async Task Starts_and_stops_are_counted_a_minute_before_anything_is_collected()
    {
        await using var system = Systems.Instrumented();
        system.ActorOf(Session);
        var insight = AkkaInstrumentationExtension.For(system.System).Insight;
        await Eventually.True(() => insight.Minutes.Pauses(Stopwatch.GetTimestamp() + Ticks.Minute) is not null);
    }

    [Theory]
    [InlineData("", "Handler")]
    [InlineData("akka.instrumentation.metrics.max-actor-types = 1", "_other")]
    public async Task Actors_that_nobody_stops_are_named_after_five_minutes_and_until_they_stop(string config, string name)
    {
        await using var system = Systems.Instrumented(config);
        system.ActorOf(Echo.Props);
        var metrics = AkkaInstrumentationExtension.For(system.System).Metrics;
        var (history, now) = (new MinuteHistory(metrics), 0L);
        var sessions = new List<IActorRef>();
        for (var minute = 0; minute <= 5; minute++, now += Ticks.Minute)
        {
            Assert.Empty(history.Growing(now));
            history.Sample(now);
            sessions.AddRange(Enumerable.Range(0, EachMinute).Select(_ => system.ActorOf(Session)));
            await Eventually.True(() => Counts().Live >= sessions.Count);
        }

        var found = Assert.Single(history.Growing(now));
        Assert.Equal((name, 0L, 6L * 60), (found.ActorType, found.Stopped, (long)found.Seconds));
        Assert.InRange(found.Live, sessions.Count, sessions.Count + 1);
        Assert.Equal(sessions.Count, found.More);
        Assert.StartsWith("/user/", found.Path, StringComparison.Ordinal);
        Assert.Equal("/user", found.Parent);

        await Task.WhenAll(sessions.Take(EachMinute).Select(session => session.GracefulStop(TimeSpan.FromSeconds(60))));
        await Eventually.True(() => Counts().Stopped >= EachMinute);
        Assert.Empty(history.Growing(now));

        ActorCounts Counts() =>
            metrics.ActorTypes.Where(type => type.Name == name).Select(type => type.Mailboxes.Counts).MaxBy(counts => counts.Started);
    }

    [Fact]
    public async Task Many_children_that_nobody_stops_are_a_finding_within_two_minutes_with_their_parent()
    {
        await using var system = Systems.Instrumented();
        var insight = AkkaInstrumentationExtension.For(system.System).Insight;
        var parent = system.ActorOf(Handler.Props((context, _) => context.ActorOf(Session)), "door");
        var now = Stopwatch.GetTimestamp();
        for (var (step, started) = (0, 0); step <= 5; step++, now += Ticks.From(TimeSpan.FromSeconds(20)))
        {
            Assert.Empty(insight.Lately.Growing(now));
            insight.Lately.Sample(now);
            parent.TellNumbers(EachMinute);
            started += EachMinute;
            await Eventually.True(() => system.Extension.Metrics.ActorTypes.Single(type => type.Name == "Handler").Mailboxes.Counts.Live > started);
        }

        var found = Assert.Single(insight.Growing(now));
        Assert.Equal(("Handler", "/user/door", "Handler"), (found.ActorType, found.Parent, found.ParentType));
        Assert.InRange(found.Seconds, 100, 130);
        var findings = SystemFindings.Read(system.Extension, new(), now);
        Assert.Equal(HealthLevel.Degraded, SystemHealth.From(findings, new()).Level);
    }
}
