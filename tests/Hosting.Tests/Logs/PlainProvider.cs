namespace AkkaInstrumentation.Tests.Logs;

/// <summary>A logging provider that reads <see cref="Activity.Current"/>, as consoles, Serilog and NLog do.</summary>
internal sealed class PlainProvider : ILoggerProvider, ILogger
{
    private readonly ConcurrentQueue<Line> _lines = new();

    public IReadOnlyList<Line> Lines => [.. _lines];

    /// <summary>Called inside each line, on the logger's thread.</summary>
    public Action<string>? OnLine { get; set; }

    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        var current = Activity.Current;
        var text = formatter(state, exception);
        _lines.Enqueue(new Line(text, LogHost.Ids(current?.Context ?? default), exception)
        {
            Baggage = current?.Baggage.DistinctBy(item => item.Key).ToDictionary() ?? [],
            AmbientBaggage = Baggage.Current.GetBaggage().ToDictionary(),
        });
        OnLine?.Invoke(text);
    }

    public void Dispose() { }
}
