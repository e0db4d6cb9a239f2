namespace AkkaInstrumentation.Benchmarks;

/// <summary>What to measure and how often, from the command line.</summary>
internal sealed record BenchOptions
{
    public bool Quick { get; private init; }

    /// <summary>Whether the rows join the record of this processor and day.</summary>
    public bool IsRecord { get; private init; }

    public string CommandLine { get; private init; } = "";

    public IReadOnlyList<string>? Workloads { get; private init; }

    public IReadOnlyList<string>? States { get; private init; }

    private int? Rounds { get; init; }

    private int? Iterations { get; init; }

    private int? Messages { get; init; }

    /// <summary>Whether this run is a record or a part of one, not a look.</summary>
    public bool IsKept => IsRecord || IsWhole;

    private bool IsWhole => !Quick && Workloads is null && States is null && Iterations is null && Messages is null;

    /// <summary>A slow machine measures fewer iterations rather than longer. Of one round.</summary>
    public TimeSpan AtMostOf(IWorkload workload) => TimeSpan.FromSeconds(workload.IsPaced ? 180 : Quick || workload is not Tell3M ? 15 : 45);

    /// <summary>How often a group of states gets new processes.</summary>
    public int RoundsOf(IWorkload workload, bool expensive) => Rounds ?? (expensive, Quick, workload is Tell3M) switch
    {
        (false, true, _) => 10,
        (false, false, true) => 6,
        (false, false, false) => 3,
        _ => 2,
    };

    /// <summary>Of one round.</summary>
    public int IterationsOf(IWorkload workload) => Iterations ?? (workload.IsPaced ? 10 : workload is Tell3M && !Quick ? 5 : 3);

    public int MessagesOf(IWorkload workload) => Messages ?? (Quick ? workload.Messages / 3 : workload.Messages);

    /// <exception cref="ArgumentException">What is wrong and what is allowed.</exception>
    public static BenchOptions Parse(IReadOnlyList<string> arguments)
    {
        var options = new BenchOptions { CommandLine = string.Join(' ', arguments) };
        foreach (var argument in arguments)
        {
            var parts = argument.TrimStart('-').Split('=', 2);
            options = parts[0] switch
            {
                "record" when parts.Length == 1 => options with { IsRecord = true },
                "quick" when parts.Length == 1 => options with { Quick = true },
                "workload" => options with { Workloads = Names(argument, parts, Benchmarks.Workloads.All.Select(known => known.Name)) },
                "state" => options with { States = Names(argument, parts, Benchmarks.States.All.Select(known => known.Name)) },
                "rounds" => options with { Rounds = Number(argument, parts) },
                "iterations" => options with { Iterations = Number(argument, parts) },
                "messages" => options with { Messages = Number(argument, parts) },
                _ => throw new ArgumentException($"'{argument}' is unknown"),
            };
        }

        return options;
    }

    private static string[] Names(string argument, string[] parts, IEnumerable<string> known)
    {
        var names = parts.Length == 2 ? parts[1].Split(',') : [];
        var unknown = names.Except(known).ToArray();
        return names.Length > 0 && unknown.Length == 0
            ? names
            : throw new ArgumentException($"'{argument}': allowed are {string.Join(", ", known)}");
    }

    private static int Number(string argument, string[] parts) =>
        parts.Length == 2 && int.TryParse(parts[1], out var number) && number > 0
            ? number
            : throw new ArgumentException($"'{argument}': a number above 0 is wanted");
}
