using AkkaInstrumentation.Benchmarks;

return args switch
{
    [PeerChild.Command, var framework] => await PeerChild.Run(framework),
    [] => await PeerRun.Run(rounds: 3, turns: 7),
    ["quick"] => await PeerRun.Run(rounds: 1, turns: 3),
    _ => Help(),
};

static int Help()
{
    Console.WriteLine(
        """
        dotnet run -c Release --project benchmarks/Peers --         what the telemetry of this library and of other frameworks costs; about 12 minutes
        dotnet run -c Release --project benchmarks/Peers -- quick   the same for a moment, which is no record
        """);
    return 2;
}
