using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Order;
using Perfolizer.Horology;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Each case in a process of its own, since listeners are static and the JIT specialises to them; allocated bytes beside
/// the time. Many short iterations instead of few long ones: there are 170 cases.
/// </summary>
internal sealed class MicroConfig : ManualConfig
{
    public MicroConfig(IReadOnlyCollection<string> arguments)
    {
        // --job dry or --job medium on the command line is meant instead
        if (!arguments.Contains("--job"))
        {
            AddJob(Job.Default
                .WithLaunchCount(1)
                .WithIterationTime(TimeInterval.FromMilliseconds(50))
                .WithMinWarmupCount(6)
                .WithMaxWarmupCount(12)
                .WithIterationCount(12)
                .WithGcForce(false));
        }

        AddDiagnoser(new MemoryDiagnoser(new MemoryDiagnoserConfig(displayGenColumns: false)));
        AddColumnProvider(DefaultColumnProviders.Instance);
        HideColumns("Error", "Job", "IterationCount", "IterationTime", "Force", "LaunchCount", "MaxWarmupIterationCount", "MinWarmupIterationCount", "InvocationCount", "UnrollFactor", "RatioSD", "Alloc Ratio", "Median");
        AddLogger(ConsoleLogger.Default);
        WithOrderer(new DefaultOrderer(SummaryOrderPolicy.Declared));
        WithOptions(ConfigOptions.JoinSummary | ConfigOptions.DisableLogFile);
        ArtifactsPath = Environs.PathOf("artifacts/benchmarks");
    }
}
