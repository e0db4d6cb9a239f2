using OpenTelemetry;
using OpenTelemetry.Logs;

namespace WebApi.LivePage.Logs;

/// <summary>Feeds the page with log records, as any other exporter is fed.</summary>
internal static class LinesExtensions
{
    private const int DelayMilliseconds = 250;

    public static void AddLines(this IServiceCollection services)
    {
        services.AddSingleton<LineExporter>();
        services.Configure<OpenTelemetryLoggerOptions>(options => options.IncludeFormattedMessage = true);
        services.ConfigureOpenTelemetryLoggerProvider((provider, logging) => logging.AddProcessor(
            new BatchLogRecordExportProcessor(provider.GetRequiredService<LineExporter>(), maxQueueSize: 16_384, DelayMilliseconds)));
    }
}
