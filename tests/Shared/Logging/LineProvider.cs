using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation.Tests;

/// <summary>A logging provider of a test: it passes on each line's category, level, state, exception and text, on the logger's thread.</summary>
internal sealed class LineProvider(Action<string, LogLevel, object?, Exception?, string> onLine) : ILoggerProvider
{
    public ILogger CreateLogger(string categoryName) => new Logger(categoryName, onLine);

    public void Dispose() { }

    private sealed class Logger(string category, Action<string, LogLevel, object?, Exception?, string> onLine) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            onLine(category, logLevel, state, exception, formatter(state, exception));
    }
}
