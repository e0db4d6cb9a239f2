namespace AkkaInstrumentation.Tests.Logs;

/// <summary>What the logger of Akka.Hosting tells other loggers beside the text: the dashboard shares its place for lines by it.</summary>
public sealed class LogSourceSpec
{
    [Fact]
    public async Task The_state_names_the_actor_in_its_own_lines_and_in_those_of_its_supervisor()
    {
        await using var host = await LogHost.Start();
        using var sources = new Sources();
        host.Host.Services.GetRequiredService<ILoggerFactory>().AddProvider(sources);
        var actor = await host.Host.StartActor(Handler.Props((_, _) => throw new InvalidOperationException("the reason")));
        actor.Tell("fail");
        await Eventually.True(() => sources.Seen.Any(source => source.Contains(actor.Path.ToStringWithoutAddress(), StringComparison.Ordinal)));
    }

    private sealed class Sources : ILoggerProvider, ILogger
    {
        public ConcurrentQueue<string> Seen { get; } = new();

        public ILogger CreateLogger(string categoryName) => this;

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            foreach (var (key, value) in state as IEnumerable<KeyValuePair<string, object?>> ?? [])
            {
                if (key == "LogSource" && value is string source)
                {
                    Seen.Enqueue(source);
                }
            }
        }

        public void Dispose() { }
    }
}
