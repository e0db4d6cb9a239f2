using Akka.Actor;
using Microsoft.AspNetCore.Connections;
using OpenTelemetry.Logs;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;
using WebApi.Traffic;

namespace WebApi.Startup;

/// <summary>Runs the application until Ctrl+C, and prints in one line where it is or why it could not start.</summary>
internal static class ShopHost
{
    private const int LastTelemetryMilliseconds = 2000;

    public static async Task<int> RunAsync(WebApplication app)
    {
        await using (app)
        {
            try
            {
                await app.StartAsync();
            }
            catch (IOException e) when (e.InnerException is AddressInUseException)
            {
                await Console.Error.WriteLineAsync($"{e.Message.TrimEnd('.')}. Choose another address: --urls http://localhost:5081");

                // actors that are only being made would find the services disposed
                await app.StopAsync();
                return 1;
            }

            var address = app.Services.GetRequiredService<OwnAddress>().Get().GetLeftPart(UriPartial.Authority);
            Console.WriteLine($"The shop runs on Akka {typeof(ActorSystem).Assembly.GetName().Version?.ToString(3)}: open {address} (Ctrl+C stops it)");
            await app.WaitForShutdownAsync();
            SendLastTelemetry(app.Services);
            return 0;
        }
    }

    // Together and for a short while; else each provider tries for up to five seconds when the collector does not answer.
    private static void SendLastTelemetry(IServiceProvider services) => Parallel.Invoke(
        () => services.GetRequiredService<TracerProvider>().Shutdown(LastTelemetryMilliseconds),
        () => services.GetRequiredService<MeterProvider>().Shutdown(LastTelemetryMilliseconds),
        () => services.GetRequiredService<LoggerProvider>().Shutdown(LastTelemetryMilliseconds));
}
