using Akka.Event;
using Akka.Hosting;
using AkkaInstrumentation;

namespace Shop;

internal static class HowLogLevelSnippet
{
    public static void Run(AkkaConfigurationBuilder akka)
    {
        // snippet: how-log-level
        akka.ConfigureLoggers(loggers => loggers.AddLoggerFactory(new AkkaLogLevelFilter(LogLevel.InfoLevel)));
        // end snippet
    }
}
