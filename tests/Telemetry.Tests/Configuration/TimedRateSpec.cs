namespace AkkaInstrumentation.Tests.Configuration;

/// <summary>How many messages and runs are timed a second.</summary>
public sealed class TimedRateSpec
{
    [Theory]
    [InlineData("", 100, 1_000)]
    [InlineData("metrics.distributions-rate = 250", 250, 2_500)]
    [InlineData("metrics.distributions = all", 0, 0)]
    [InlineData("metrics.distributions = all, tracing.sampling.budget = 50", 0, 0)]
    [InlineData("tracing.sampling.budget = 0.1", 100, 1_000)]
    [InlineData("tracing.sampling.budget = 50", 500, 1_000)]
    [InlineData("tracing.sampling.budget = 100", 1_000, 1_000)]
    [InlineData("tracing.sampling.budget = 1000000", 1_000, 1_000)]
    [InlineData("tracing.sampling.budget = 50, metrics.distributions-rate = 2000", 2_000, 20_000)]
    [InlineData("tracing.sampling.budget = 50, tracing.enabled = off", 100, 1_000)]
    [InlineData("metrics.distributions-rate = 1000000", 1_000_000, 10_000_000)]
    public async Task A_budget_needs_more_messages_and_no_more_runs(string settings, int messages, int runs)
    {
        await using var system = Systems.Instrumented($"akka.instrumentation {{ {settings} }}");
        var read = AkkaInstrumentationExtension.For(system.System).Settings;
        Assert.Equal((messages, runs), (read.TimedPerSecond, read.TimedRunsPerSecond));
    }
}
