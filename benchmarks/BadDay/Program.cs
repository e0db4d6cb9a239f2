using System.Globalization;
using AkkaInstrumentation.Benchmarks;

return args switch
{
    [PeerChild.Command, var address] => await PeerChild.Run(address),
    [] => await Clock.Run(600),
    [var text] when int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var seconds) && seconds >= 30 => await Clock.Run(seconds),
    _ => Help(),
};

static int Help()
{
    Console.WriteLine(
        """
        dotnet run -c Release --project benchmarks/BadDay --         ten minutes of all that can go wrong at once
        dotnet run -c Release --project benchmarks/BadDay -- 60      the same for so many seconds, at least 30
        """);
    return 2;
}
