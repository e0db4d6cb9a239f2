using System.Text.Json.Serialization;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>A run's rows, and where they were measured.</summary>
internal sealed record Result
{
    public required string Machine { get; init; }

    public required int Cores { get; init; }

    public required string Runtime { get; init; }

    public required string GarbageCollector { get; init; }

    public required string Akka { get; init; }

    public required string OpenTelemetry { get; init; }

    public required string Date { get; init; }

    /// <summary>The arguments of <c>dotnet run -c Release --project benchmarks/Macro</c>.</summary>
    public required string Arguments { get; init; }

    /// <summary>States that are missing because the library cannot be in them yet, each with the setting that it lacks.</summary>
    public IReadOnlyList<string> NotBuilt { get; init; } = [];

    public required IReadOnlyList<Row> Rows { get; init; }

    /// <summary>The record's file: its day and its processor.</summary>
    [JsonIgnore]
    public string Name
    {
        get
        {
            var processor = Machine.ToLowerInvariant().Replace("(r)", "", StringComparison.Ordinal).Replace("processor", "", StringComparison.Ordinal);
            return $"{Date}-{string.Join('-', processor.Split([' ', ',', '(', ')', '@'], StringSplitOptions.RemoveEmptyEntries))}";
        }
    }

    /// <summary>With the rows of another run of the same day and processor, which replace what was measured before.</summary>
    public Result With(Result run)
    {
        var measured = run.Rows.Select(row => (row.Workload, row.State)).ToHashSet();
        var order = Workloads.All.Select(workload => workload.Name).ToList();
        return run with
        {
            Arguments = string.Join("; ", Arguments.Split("; ").Append(run.Arguments).Distinct()),
            Rows = [.. Rows.Where(row => !measured.Contains((row.Workload, row.State))).Concat(run.Rows)
                .OrderBy(row => order.IndexOf(row.Workload)).ThenBy(row => States.All.ToList().FindIndex(state => state.Name == row.State))],
        };
    }

    public static Result Of(BenchOptions options, IReadOnlyList<Row> rows) => new()
    {
        Machine = Environs.Machine,
        Cores = Environment.ProcessorCount,
        Runtime = Environs.Runtime,
        GarbageCollector = Environs.GarbageCollector,
        Akka = Environs.Akka,
        OpenTelemetry = Environs.OpenTelemetry,
        Date = Environs.Date,
        Arguments = options.CommandLine,
        NotBuilt = Plan.NotBuilt(options),
        Rows = rows,
    };
}
