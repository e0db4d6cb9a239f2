using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation.Tests;

/// <summary>Keeps what the dashboard logs.</summary>
public sealed class KeptLines : ILoggerProvider
{
    private readonly ConcurrentQueue<string> _lines = new();

    public IReadOnlyCollection<string> Lines => _lines;

    /// <summary>Without the line about the address.</summary>
    public IReadOnlyCollection<string> Warnings => [.. _lines.Where(line => !line.StartsWith("Information: ", StringComparison.Ordinal))];

    public ILogger CreateLogger(string categoryName) => new Keeper(categoryName == "AkkaInstrumentation.Dashboard" ? _lines : []);

    public void Dispose()
    {
    }

    private sealed class Keeper(ConcurrentQueue<string> lines) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            lines.Enqueue($"{logLevel}: {formatter(state, exception)}");
    }
}
