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
            loggers.WithLogFilter(filter => filter.Add(new DebugOnlyFrom("/user/orders")));
        });
        // end snippet
    }

    // snippet: how-log-filter
    public sealed class DebugOnlyFrom(string path) : LogFilterBase
    {
        public override LogFilterType FilterType => LogFilterType.Source;

        public override LogFilterDecision ShouldKeepMessage(LogEvent content, string? expandedMessage = null) =>
            content.LogLevel() == LogLevel.DebugLevel && !content.LogSource.Contains(path)
                ? LogFilterDecision.Drop
                : LogFilterDecision.NoDecision;
    }
    // end snippet
}
