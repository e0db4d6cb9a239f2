using AkkaInstrumentation.Benchmarks;

return args switch
{
    [NodeChild.Command, var state] => await NodeChild.Run(NodeState.Named(state)),
    [Meetings.Command] => await Meetings.Run(),
    [] => await NodeRun.Run(rounds: 3, turns: 6),
    ["quick"] => await NodeRun.Run(rounds: 1, turns: 2),
    _ => Help(),
};

static int Help()
{
    Console.WriteLine(
        """
        dotnet run -c Release --project benchmarks/Nodes --         what a message to another node costs, and how long it takes until a new node gets contexts; about 3 minutes
        dotnet run -c Release --project benchmarks/Nodes -- quick   the same for a moment, which is no record
        """);
    return 2;
}
