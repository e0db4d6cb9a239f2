using AkkaInstrumentation.Benchmarks;
using BenchmarkDotNet.Running;

// everything, or stages by name (Lives, Mailboxes.Enqueue), is a record; anything else is for BenchmarkDotNet, a look at a part
var isRecord = args.All(argument => typeof(MicroConfig).Assembly.GetType($"{typeof(MicroConfig).Namespace}.{argument.Split('.')[0]}") is not null);
string[] filters = args.Length == 0 ? ["*"] : [.. args.Select(stage => stage.Contains('.', StringComparison.Ordinal) ? $"*.{stage}*" : $"*.{stage}.*")];
var summaries = BenchmarkSwitcher
    .FromAssembly(typeof(MicroConfig).Assembly)
    .Run(isRecord ? ["--filter", .. filters] : args, new MicroConfig(args))
    .ToList();

if (summaries.Count == 0)
{
    return 1;
}

var rows = MicroRow.Of(summaries).ToList();
Console.WriteLine(new MicroTables(rows).Write());
if (isRecord)
{
    MicroResult.Record(rows);
}

return summaries.All(summary => !summary.HasCriticalValidationErrors && summary.Reports.All(report => report.Success)) ? 0 : 1;
