using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Order;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Short jobs, each case in a process of its own, allocated bytes beside the time, one table.</summary>
internal sealed class MicroConfig : ManualConfig
{
    public MicroConfig(IReadOnlyCollection<string> arguments)
    {
        // --job dry or --job medium on the command line is meant instead
        if (!arguments.Contains("--job"))
        {
            AddJob(Job.ShortRun);
        }

        AddDiagnoser(MemoryDiagnoser.Default);
        AddColumnProvider(DefaultColumnProviders.Instance);
        HideColumns("Error", "Job", "IterationCount", "LaunchCount", "WarmupCount", "RatioSD", "Alloc Ratio", "Gen0", "Gen1", "Gen2", "Median");
        AddLogger(ConsoleLogger.Default);
        AddExporter(MarkdownExporter.GitHub);
        WithOrderer(new DefaultOrderer(SummaryOrderPolicy.Declared));
        WithOptions(ConfigOptions.JoinSummary | ConfigOptions.DisableLogFile);
        ArtifactsPath = Repository.PathOf($"artifacts/benchmarks/{Repository.Host}");
    }
}
