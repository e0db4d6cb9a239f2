using Akka.Pattern;

namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>Circuit breakers that the application has named are in the metrics and in the diagnosis.</summary>
public class CircuitBreakerSpec
{
    [Fact]
    public async Task The_state_is_the_breakers_own_and_each_opening_counts()
    {
        await using var system = Systems.Instrumented().Measured(out var metrics);
        var breaker = Breaker(system, reset: TimeSpan.FromMilliseconds(50)).WithInstrumentation(system.System, "payments");
        var other = Breaker(system).WithInstrumentation(system.System, "payments");
        Assert.Equal((2, 0, 0), States(metrics, "payments"));
        Assert.Null(metrics.Sum(AkkaMetricNames.CircuitBreakerOpenings));

        breaker.Fail();

        await Eventually.Equal(1, () => metrics.Sum(AkkaMetricNames.CircuitBreakerOpenings, (AkkaMetricAttributes.CircuitBreakerName, "payments")));
        await Eventually.Passes(() => Assert.Equal((1, 0, 1), States(metrics, "payments")));
        breaker.Fail();
        await Eventually.Equal(2, () => metrics.Sum(AkkaMetricNames.CircuitBreakerOpenings));
        await Eventually.True(() => breaker.IsHalfOpen, () => "it does not try again");
        breaker.Succeed();
        await Eventually.Passes(() => Assert.Equal((2, 0, 0), States(metrics, "payments")));

        // only living ones count
        GC.KeepAlive(other);
    }

    [Fact]
    public async Task A_name_is_cut_as_names_of_types_are()
    {
        await using var system = Systems.Instrumented().Measured(out var metrics);
        var breaker = Breaker(system).WithInstrumentation(system.System, new string('x', 1_000_000));
        Assert.Equal((1, 0, 0), States(metrics, new string('x', 256)));
        GC.KeepAlive(breaker);
    }

    [Fact]
    public async Task The_diagnosis_says_since_when_calls_are_refused_and_why()
    {
        await using var system = Systems.Instrumented();
        var breaker = Breaker(system).WithInstrumentation(system.System, "payments");
        Assert.Empty(AkkaDiagnosis.Read(system.System).Causes);

        await Assert.ThrowsAsync<TimeoutException>(() => breaker.WithCircuitBreaker(_ => Task.FromException(new TimeoutException())));

        await Eventually.Passes(() =>
        {
            var cause = Assert.Single(AkkaDiagnosis.Read(system.System).Causes);
            Assert.Equal(("open_circuit", AkkaCertainty.Certain), (cause.Kind, cause.Certainty));
            Assert.StartsWith("The circuit breaker payments refuses calls", cause.Description, StringComparison.Ordinal);
            Assert.Contains("1 of 1 with this name", cause.Evidence);
            Assert.Contains($"the latest call failed with {typeof(TimeoutException).FullName}", cause.Evidence);
            Assert.InRange(cause.Duration ?? default, TimeSpan.Zero, TimeSpan.FromMinutes(1));
        });
    }

    [Fact]
    public async Task One_that_is_half_open_is_said_to_try()
    {
        await using var system = Systems.Instrumented();
        var breaker = Breaker(system, reset: TimeSpan.FromMilliseconds(50)).WithInstrumentation(system.System, "payments");

        breaker.Fail();

        await Eventually.True(() => breaker.IsHalfOpen, () => "it does not try again");
        var now = Stopwatch.GetTimestamp();
        var seen = Symptoms.Read(system.Extension, SystemFindings.Read(system.Extension, new(), now), now);
        var cause = Assert.Single(AkkaDiagnosis.Read(seen).Causes);
        Assert.StartsWith("The circuit breaker payments waits for a call to try what has failed", cause.Description, StringComparison.Ordinal);
        Assert.Equal(AkkaCertainty.Possible, cause.Certainty);

        cause = Assert.Single(AkkaDiagnosis.Read(seen with { Failed = [new(new("/user/a", "A", OpenCircuit.Refused, "M"), 1)] }).Causes);
        Assert.StartsWith("The circuit breaker payments tries one call and refuses the others", cause.Description, StringComparison.Ordinal);
        Assert.Equal(AkkaCertainty.Certain, cause.Certainty);
    }

    [Fact]
    public async Task An_open_one_is_found_though_a_callback_of_the_application_throws_before_it_is_heard()
    {
        await using var system = Systems.Instrumented();
        var breaker = Breaker(system).OnOpen(() => throw new InvalidOperationException("as planned")).WithInstrumentation(system.System, "payments");

        breaker.Fail();

        await Eventually.Passes(() => Assert.StartsWith("The circuit breaker payments refuses calls",
            Assert.Single(AkkaDiagnosis.Read(system.System).Causes).Description, StringComparison.Ordinal));
        Assert.True(breaker.IsOpen);
    }

    [Fact]
    public async Task Many_names_share_one_and_breakers_that_are_gone_count_no_more()
    {
        await using var system = Systems.Instrumented().Measured(out var metrics);
        for (var i = 0; i < 10_000; i++)
        {
            Leave(system, $"name-{i}");
        }

        var names = metrics.Poll().Where(measured => measured.Name == AkkaMetricNames.CircuitBreakerStatus)
            .SelectMany(measured => measured.Tags).Where(tag => tag.Key == AkkaMetricAttributes.CircuitBreakerName)
                .Select(tag => tag.Value).Distinct().ToList();
        Assert.Equal(CircuitBreakers.MaxNames + 1, names.Count);
        Assert.Contains("_other", names);
        await Eventually.Passes(() =>
        {
            GC.Collect();
            Assert.Equal((0, 0, 0), States(metrics, "_other"));
        });
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Leave(TestSystem system, string name) => Breaker(system).WithInstrumentation(system.System, name);

    private static CircuitBreaker Breaker(TestSystem system, TimeSpan? reset = null) =>
        new(system.System.Scheduler, maxFailures: 1, TimeSpan.FromSeconds(20), reset ?? TimeSpan.FromHours(1));

    private static (double? Closed, double? Open, double? HalfOpen) States(MetricRecorder metrics, string name)
    {
        return (In("closed"), In("open"), In("half_open"));

        double? In(string state) => metrics.Sum(
            AkkaMetricNames.CircuitBreakerStatus, (AkkaMetricAttributes.CircuitBreakerName, name), (AkkaMetricAttributes.CircuitBreakerState, state));
    }
}
