namespace AkkaInstrumentation.Benchmarks;

/// <summary>Whether the harness works, in a minute and without writing any result: figures that nobody can trust are worse than none.</summary>
internal static class SelfCheck
{
    private static readonly string[] Short = ["state=idle,both-all", "iterations=3", "messages=20000"];

    public static async Task<bool> Passes()
    {
        var complaints = new List<string>();
        var result = await Rounds.Run(BenchOptions.Parse(Short));
        complaints.AddRange(result.Rows.SelectMany(Complaints));

        // an option of its own would be one more thing to explain: the hanging workload is not in the plan
        var hanging = await Rounds.Run(BenchOptions.Parse(["rounds=2", "state=idle", "iterations=2"]), [(new Hanging(), [States.Named("idle")])]);
        if (hanging.Rows is not [{ Iterations: 0, Problem: { } problem }] || !problem.EndsWith("killed", StringComparison.Ordinal))
        {
            complaints.Add("a measuring process that hangs was not killed and reported");
        }

        complaints.ForEach(Console.Error.WriteLine);
        return complaints.Count == 0;
    }

    private static IEnumerable<string> Complaints(Row row)
    {
        var name = $"{row.Workload} {row.State}";
        if (row.Problem is not null || row.MessagesPerSecond <= 0)
        {
            yield return $"{name}: no figures. {row.Problem}";
        }
        else if (row.State == "both-all" && (row.SpansExported == 0 || row.PointsRecorded == 0))
        {
            yield return $"{name}: the listeners got {row.SpansExported} spans and {row.PointsRecorded} values";
        }
        else if (row.State == "idle" && row.SpansExported + row.PointsExported > 0)
        {
            yield return $"{name}: somebody listened";
        }
    }
}
