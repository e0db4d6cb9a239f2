using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>Changes the log level of single actors while they run.</summary>
public static class AkkaLogLevelExtensions
{
    /// <summary>
    /// Gives some actors another log level. It ends by itself: after the duration, or when so many lines have passed that no other actor would have
    /// written. It needs an <see cref="AkkaLogLevelFilter"/> among the filters of Akka's loggers. Of several that match, the latest applies.
    /// </summary>
    /// <param name="control">The control of the actor system.</param>
    /// <param name="path">Path of an actor, or a pattern as in rules: <c>/user/orders/42</c>, <c>/user/orders/**</c>.</param>
    /// <param name="level">Their level: lower than that of the others to see more, higher to see less.</param>
    /// <param name="duration">The duration, at most a day.</param>
    /// <param name="lines">
    /// The most lines below the filter's level, at most 100,000. Each of several loggers counts. Default: 1,000.
    /// </param>
    /// <returns>Dispose it to end it earlier.</returns>
    /// <exception cref="ArgumentException">The path, the duration or the number of lines is not allowed.</exception>
    /// <exception cref="InvalidOperationException">
    /// The actor system has no such filter, its own level is above the wanted one, or 20 levels of actors are in force.
    /// </exception>
    public static IDisposable SetLogLevel(
        this AkkaInstrumentationControl control, string path, LogLevel level, TimeSpan duration, int lines = 1_000)
    {
        ArgumentNullException.ThrowIfNull(control);
        var system = control.Extension.System;
        var filter = FilterOf(control)
            ?? throw new InvalidOperationException("The loggers of the actor system have no AkkaLogLevelFilter. Add it where they are configured.");
        var changed = new ActorLogLevel(path, level, duration, lines, filter.Remove);
        if (system.EventStream.LogLevel > level)
        {
            throw new InvalidOperationException(
                $"The log level of the actor system is {system.EventStream.LogLevel}, and loggers of actors read it once. Start with {level}.");
        }

        filter.Add(changed);
        return changed;
    }

    /// <summary>Whether <see cref="SetLogLevel"/> can give an actor this level.</summary>
    internal static bool CanSetLogLevel(this AkkaInstrumentationControl control, LogLevel level) =>
        FilterOf(control) is not null && control.Extension.System.EventStream.LogLevel <= level;

    /// <summary>What is in force.</summary>
    internal static IReadOnlyList<ActorLogLevel> LogLevels(this AkkaInstrumentationControl control) => FilterOf(control)?.Levels ?? [];

    private static AkkaLogLevelFilter? FilterOf(AkkaInstrumentationControl control) =>
        control.Extension.System.Settings.Setup.Get<LogFilterSetup>() is { HasValue: true } setup
            ? setup.Value.Filters.OfType<AkkaLogLevelFilter>().FirstOrDefault()
            : null;
}
