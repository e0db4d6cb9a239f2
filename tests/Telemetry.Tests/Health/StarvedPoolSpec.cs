namespace AkkaInstrumentation.Tests.Health;

/// <summary>Work that waits for seconds for a thread of the pool is a cause.</summary>
public sealed class StarvedPoolSpec
{
    [Fact]
    public void Work_that_no_thread_takes_is_seen_while_it_waits_and_for_a_minute_afterwards()
    {
        var queued = 0;
        var probe = new PoolProbe(_ => queued++);
        var start = Stopwatch.GetTimestamp() - Seconds(8);
        probe.Sample(start);
        probe.Sample(start + Seconds(1));
        Assert.Equal(1, queued);
        Assert.Equal(0, probe.WaitSeconds(start + Seconds(4)));
        Assert.Equal(6, probe.WaitSeconds(start + Seconds(6)), 6);

        probe.Execute();
        var waited = probe.WaitSeconds(start + Seconds(9));
        Assert.True(waited >= 8);
        Assert.Equal(waited, probe.WaitSeconds(start + Seconds(60)));
        Assert.Equal(0, probe.WaitSeconds(Stopwatch.GetTimestamp() + Seconds(61)));
    }

    [Fact]
    public void Work_that_is_taken_in_time_is_none()
    {
        var probe = new PoolProbe(_ => { });
        var start = Stopwatch.GetTimestamp();
        for (var second = 0; second < 120; second++)
        {
            probe.Sample(start + Seconds(second));
            probe.Execute();
            Assert.Equal(0, probe.WaitSeconds(start + Seconds(second)));
        }
    }

    [Fact]
    public void It_is_a_trouble_and_no_dispatcher()
    {
        var found = Found.Nothing with { Starved = SystemFindings.PoolFinding(54.3, least: 10) };
        var trouble = Assert.Single(SystemHealth.From(found, new()).Troubles);
        Assert.Equal(("starved", "thread pool", HealthLevel.Degraded), (trouble.Kind, trouble.Path, trouble.Level));
        Assert.Equal("starved_pool", Assert.Single(AkkaDiagnosis.Read(new Symptoms(found, [], []) { PoolWaitSeconds = 54.3 }).Causes).Kind);
        Assert.Equal(0, SystemFindings.PoolFinding(0, least: 0).Count);
        Assert.Equal(0, SystemFindings.PoolFinding(6, least: 10).Count);
    }

    [Fact]
    public void What_handlers_keep_busy_is_evidence_and_nobody_is_blamed()
    {
        var seen = new Symptoms(Found.Nothing, [], []) { PoolWaitSeconds = 8.25, Process = new() { Processors = new(0.1) } };
        var cause = Assert.Single(AkkaDiagnosis.Read(seen).Causes);
        Assert.Equal(("starved_pool", "Work waited 8.3 s for a thread of the pool.", AkkaCertainty.Certain),
            (cause.Kind, cause.Description, cause.Certainty));
        Assert.Contains("of handlers none is known to keep a thread busy", cause.Evidence);

        Assert.Empty(AkkaDiagnosis.Read(seen with { PoolWaitSeconds = 0 }).Causes);
        var held = AkkaDiagnosis.Read(seen with { Busy = [new("ClerkActor", "Form", "few", 8)] }).Causes;
        Assert.Contains("handlers keep 8 threads busy", held.Single(other => other.Kind == "starved_pool").Evidence);
    }

    [Fact]
    public void Asks_from_outside_of_actors_are_unchecked_where_they_are_not_measured()
    {
        var flow = new AkkaFlow { SenderType = "_ask", MessageType = "Order", ReceiverType = "Clerk", Messages = 5, PerSecond = 1 };
        var seen = new Symptoms(Found.Nothing, [], [flow]);
        Assert.StartsWith("Asks from outside of actors that time out: ", Assert.Single(AkkaDiagnosis.Read(seen).Unchecked), StringComparison.Ordinal);
        Assert.Empty(AkkaDiagnosis.Read(seen with { SeesAsks = true }).Unchecked);
        Assert.Empty(AkkaDiagnosis.Read(seen with { Flows = [flow with { SenderType = "Cart" }] }).Unchecked);
    }

    private static long Seconds(int seconds) => seconds * Stopwatch.Frequency;
}
