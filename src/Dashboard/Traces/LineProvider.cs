using System.Diagnostics;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>
/// Gives the log lines of the traces that were taken to the <see cref="TraceStore"/>. The first look adds it to the application's loggers, which
/// cannot remove a provider. While nobody looks it wants no line: a line then costs one question. Any thread.
/// </summary>
internal sealed class LineProvider : ILoggerProvider
{
    private volatile TraceStore? _store;

    /// <summary>The store that gets the lines; null while nobody looks.</summary>
    public TraceStore? Store
    {
        get => _store;
        set => _store = value;
    }

    public ILogger CreateLogger(string categoryName) => new Lines(this, categoryName);

    public void Dispose() => _store = null;

    private sealed class Lines(LineProvider owner, string category) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => owner._store is not null && logLevel != LogLevel.None;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            if (owner._store is not { } store || Activity.Current is not { } current || store.Find(current.TraceId) is not { } trace)
            {
                return;
            }

            store.Add(trace, SeenLine.Of(current.SpanId, logLevel, category, formatter(state, exception)));
        }
    }
}
