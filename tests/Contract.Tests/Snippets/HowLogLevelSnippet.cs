using Akka.Event;
using Akka.Hosting;

namespace Shop;

internal static class HowLogLevelSnippet
{
    public static void Run(AkkaConfigurationBuilder akka)
    {
        // snippet: how-log-level
        akka.ConfigureLoggers(loggers =>
        {
            loggers.LogLevel = LogLevel.DebugLevel;
            loggers.WithLogFilter(filter => filter.Add(DebugOf.One));
        });
        // end snippet
    }

    // snippet: how-log-filter
    public sealed class DebugOf : LogFilterBase
    {
        private volatile Followed? _followed;

        public static DebugOf One { get; } = new();

        public override LogFilterType FilterType => LogFilterType.Source;

        /// <summary>From now on, for a time and a number of lines: DebugOf.One.Follow("/user/orders", TimeSpan.FromMinutes(5), 1_000).</summary>
        public void Follow(string path, TimeSpan time, int lines) => _followed = new Followed(path, DateTime.UtcNow + time) { Left = lines };

        public override LogFilterDecision ShouldKeepMessage(LogEvent content, string? expandedMessage = null) =>
            content.LogLevel() != LogLevel.DebugLevel ? LogFilterDecision.NoDecision
            : _followed is { } followed && content.LogSource.Contains(followed.Path) && DateTime.UtcNow < followed.Until
                && Interlocked.Decrement(ref followed.Left) >= 0 ? LogFilterDecision.NoDecision
            : LogFilterDecision.Drop;

        private sealed record Followed(string Path, DateTime Until)
        {
            public int Left;
        }
    }
    // end snippet
}
