namespace AkkaInstrumentation.Tests;

/// <summary>Keeps what the dashboard logs.</summary>
public sealed class KeptLines
{
    private readonly ConcurrentQueue<string> _lines = new();
    private readonly ConcurrentQueue<Exception> _exceptions = new();

    public IReadOnlyCollection<string> Lines => _lines;

    /// <summary>Without the line about the address.</summary>
    public IReadOnlyCollection<string> Warnings => [.. _lines.Where(line => !line.StartsWith("Information: ", StringComparison.Ordinal))];

    /// <summary>What nobody has caught, or has caught and logged: the server's, too.</summary>
    public IReadOnlyCollection<Exception> Exceptions => _exceptions;

    internal LineProvider Provider => new((category, level, _, exception, text) =>
    {
        if (exception is not null)
        {
            _exceptions.Enqueue(exception);
        }

        if (category == "AkkaInstrumentation.Dashboard")
        {
            _lines.Enqueue($"{level}: {text}");
        }
    });
}
