using System.Globalization;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>What was promised, and what was found.</summary>
internal sealed class Verdict
{
    private readonly List<(bool Holds, string What, string Found)> _rows = [];

    public bool Holds => _rows.All(row => row.Holds);

    public void Add(bool holds, string what, FormattableString found) => _rows.Add((holds, what, found.ToString(CultureInfo.InvariantCulture)));

    public void Print()
    {
        Console.WriteLine("\n| | promised | found |\n|---|---|---|");
        foreach (var (holds, what, found) in _rows)
        {
            Console.WriteLine($"| {(holds ? "holds" : "**FAILS**")} | {what} | {found} |");
        }

        Console.WriteLine(Holds ? "\nA bad day, and all that was promised holds." : "\nA bad day: something that was promised does not hold.");
    }
}
