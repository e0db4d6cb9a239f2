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
