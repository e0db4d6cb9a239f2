using AkkaInstrumentation.Benchmarks;

return args switch
{
    [PageChild.Command, var state] => await PageChild.Run(PageState.Named(state)),
    [] => await PageRun.Run(rounds: 3, turns: 4),
    ["quick"] => await PageRun.Run(rounds: 1, turns: 1),
    _ => Help(),
};

static int Help()
{
    Console.WriteLine(
        """
        dotnet run -c Release --project benchmarks/Pages --         what the dashboard costs: its history, one page, ten pages; about 14 minutes
        dotnet run -c Release --project benchmarks/Pages -- quick   the same for two minutes, which is no record
        """);
    return 2;
}
