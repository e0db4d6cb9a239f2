using AkkaInstrumentation.Benchmarks;
using BenchmarkDotNet.Running;

var summaries = BenchmarkSwitcher
    .FromAssembly(typeof(MicroConfig).Assembly)
    .Run(args.Length == 0 ? ["--filter", "*"] : args, new MicroConfig(args))
    .ToList();

// a look at a part is not a record
if (args.Length == 0)
{
    MicroResults.Write(summaries);
}

return summaries.Count > 0 && summaries.All(summary => !summary.HasCriticalValidationErrors && summary.Reports.All(report => report.Success)) ? 0 : 1;
