namespace AkkaInstrumentation.Tests;

/// <summary>Keeps what the dashboard logs.</summary>
public sealed class KeptLines
{
    private readonly ConcurrentQueue<string> _lines = new();

    public IReadOnlyCollection<string> Lines => _lines;

    /// <summary>Without the line about the address.</summary>
    public IReadOnlyCollection<string> Warnings => [.. _lines.Where(line => !line.StartsWith("Information: ", StringComparison.Ordinal))];

    internal LineProvider Provider => new((category, level, _, _, text) =>
    {
        if (category == "AkkaInstrumentation.Dashboard")
        {
            _lines.Enqueue($"{level}: {text}");
        }
    });
}
