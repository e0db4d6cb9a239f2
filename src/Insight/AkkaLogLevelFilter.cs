using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// A filter of Akka's loggers that gives single actors another log level for a time, by <c>AkkaInstrumentationControl.SetLogLevel(...)</c>. All other
/// lines pass from <see cref="Level"/> on. An actor's logger reads the system's level once, when it is made, so the system's level must be the lowest
/// that an actor may get: debug. Add it by <c>LogFilterBuilder.Add</c>, or with Akka.Hosting by <c>loggers.AddLoggerFactory(filter)</c>. Any thread.
/// </summary>
public sealed class AkkaLogLevelFilter : LogFilterBase
{
    /// <summary>The most levels at once. Each is one more comparison for every line.</summary>
    internal const int MaxLevels = 20;

    private readonly object _lock = new();
    private volatile ActorLogLevel[] _levels = [];

    /// <param name="level">The level of all actors. Default: info.</param>
    public AkkaLogLevelFilter(LogLevel level = LogLevel.InfoLevel) => Level = level;

    /// <summary>The level of all actors that have no other one.</summary>
    public LogLevel Level { get; }

    /// <summary>It decides by level and source, which is cheaper than by content.</summary>
    public override LogFilterType FilterType => LogFilterType.Source;

    /// <summary>What is in force.</summary>
    internal IReadOnlyList<ActorLogLevel> Levels => [.. _levels.Where(static level => !level.IsOver)];

    /// <summary>Lets a line pass, or drops it. Akka's loggers call it on their threads.</summary>
    /// <param name="content">The line.</param>
    /// <param name="expandedMessage">Not used.</param>
    /// <returns>Drop, or no decision, so that other filters decide.</returns>
    public override LogFilterDecision ShouldKeepMessage(LogEvent content, string? expandedMessage = null)
    {
        ArgumentNullException.ThrowIfNull(content);
        var line = content.LogLevel();
        foreach (var level in _levels)
        {
            if (level.IsOver)
            {
                Remove(level);
            }
            else if (level.Matches(content.LogSource))
            {
                return line >= level.Level && (line >= Level || level.TryTakeLine()) ? LogFilterDecision.NoDecision : LogFilterDecision.Drop;
            }
        }

        return line >= Level ? LogFilterDecision.NoDecision : LogFilterDecision.Drop;
    }

    /// <exception cref="InvalidOperationException">Too many are in force.</exception>
    internal void Add(ActorLogLevel level)
    {
        lock (_lock)
        {
            ActorLogLevel[] running = [.. _levels.Where(static one => !one.IsOver)];
            if (running.Length >= MaxLevels)
            {
                throw new InvalidOperationException($"{MaxLevels} log levels of actors are in force, the most at once. One must end first.");
            }

            // The latest first: it is the one that somebody wants now.
            _levels = [level, .. running];
        }
    }

    internal void Remove(ActorLogLevel level)
    {
        lock (_lock)
        {
            _levels = [.. _levels.Where(one => one != level)];
        }
    }
}
