using System.Diagnostics;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation;

/// <summary>
/// Gives the application's log lines to <see cref="Recent"/>, and those of the traces that were taken to the <see cref="TraceStore"/>. It is added to
/// the application's loggers once, because they cannot remove a provider. While no page is open it accepts at most warnings and errors; any other
/// line then costs one check. Any thread.
/// </summary>
/// <param name="keeps">Whether it accepts warnings and errors while no page is open.</param>
internal sealed class LineProvider(bool keeps) : ILoggerProvider
{
    private volatile TraceStore? _store;

    private bool Keeps => keeps;

    /// <summary>The store that gets the lines; null while no page is open.</summary>
    public TraceStore? Store
    {
        get => _store;
        set => _store = value;
    }

    /// <summary>The latest lines.</summary>
    public RecentLines Recent { get; } = new();

    public ILogger CreateLogger(string categoryName) => new Lines(this, categoryName);

    public void Dispose() => _store = null;

    private sealed class Lines(LineProvider owner, string category) : ILogger
    {
        // Its information lines are about requests, most of them those of the page.
        private const string Requests = "Microsoft.AspNetCore";

        private readonly LogLevel _minLevel = category.StartsWith(Requests, StringComparison.Ordinal) ? LogLevel.Warning : LogLevel.Information;

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) =>
            logLevel != LogLevel.None && (owner._store is not null || (owner.Keeps && logLevel >= LogLevel.Warning));

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            if (!IsEnabled(logLevel))
            {
                return;
            }

            var (current, store) = (Activity.Current, owner._store);
            var trace = current is null ? null : store?.Find(current.TraceId);
            var source = logLevel >= _minLevel ? owner.Recent.Find(SourceOf(state)) : null;
            var isRecent = source is not null && owner.Recent.TryTake(source, logLevel);
            if (trace is null && !isRecent)
            {
                return;
            }

            var line = SeenLine.From(current?.SpanId ?? default, logLevel, category, formatter(state, exception));
            if (trace is not null)
            {
                store!.Add(trace, line);
            }

            if (isRecent)
            {
                owner.Recent.Add(source!, new RecentLine(line, current?.TraceId ?? default));
            }
        }

        // All of Akka's lines have one category. Akka.Hosting's logger names the actor in the state.
        private string SourceOf<TState>(TState state)
        {
            if (category == SeenLine.AkkaCategory && state is IEnumerable<KeyValuePair<string, object?>> values)
            {
                foreach (var (key, value) in values)
                {
                    if (key == "LogSource" && value is string source)
                    {
                        return LineSource.NameFor(source);
                    }
                }
            }

            return category;
        }
    }
}
