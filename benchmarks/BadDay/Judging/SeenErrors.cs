using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Errors in the log, and exceptions that nobody caught, that the day did not provoke.</summary>
internal sealed class SeenErrors : ILoggerProvider, ILogger
{
    private const int Kept = 20;

    private readonly ConcurrentQueue<string> _texts = new();
    private int _count;

    public SeenErrors()
    {
        AppDomain.CurrentDomain.UnhandledException += (_, unhandled) => Add($"unhandled: {unhandled.ExceptionObject}");
        TaskScheduler.UnobservedTaskException += (_, unobserved) => Add($"unobserved: {unobserved.Exception}");
    }

    public int Count => Volatile.Read(ref _count);

    public IReadOnlyCollection<string> Texts => _texts;

    public void Add(string text)
    {
        if (Interlocked.Increment(ref _count) <= Kept)
        {
            _texts.Enqueue(text);
        }
    }

    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (logLevel >= LogLevel.Error && !IsProvoked(exception))
        {
            Add($"{formatter(state, exception)} {exception}");
        }
    }

    public void Dispose()
    {
    }

    private static bool IsProvoked(Exception? exception) => exception switch
    {
        null => false,
        Provoked => true,
        AggregateException several => several.InnerExceptions.All(IsProvoked),
        _ => IsProvoked(exception.InnerException),
    };
}
