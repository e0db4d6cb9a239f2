using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Akka.Actor;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation;

/// <summary>
/// Sends the process's telemetry of Akka by OTLP, if the application has no OpenTelemetry of its own. OpenTelemetry is loaded in a context of its
/// own, in the version of this package: Akka.Hosting brings an older one along, and an exporter fits exactly one version. Both see the same
/// source and meter.
/// </summary>
internal static class Exporting
{
    public const string Endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT";

    // OpenTelemetry's automatic instrumentation collects and exports by itself.
    private const string CollectedElsewhere = "OTEL_DOTNET_AUTO_TRACES_ADDITIONAL_SOURCES";

    private static readonly object Gate = new();
    private static bool _started;

    /// <summary>Starts once in a process; without an endpoint there is nobody to send to.</summary>
    public static void Start(string? endpoint)
    {
        lock (Gate)
        {
            if (!_started && !string.IsNullOrEmpty(endpoint) && Environment.GetEnvironmentVariable(CollectedElsewhere) is null)
            {
                _started = true;
                var itself = typeof(Exporting);
                var apart = new ApartContext().LoadFromAssemblyPath(itself.Assembly.Location).GetType(itself.FullName!, throwOnError: true)!;
                apart.GetMethod(nameof(Build))!.Invoke(null, null);
            }
        }
    }

    /// <summary>Called in the context of its own. The SDK reads its variables.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Build()
    {
        var traces = Sdk.CreateTracerProviderBuilder().ConfigureResource(AddName).AddSource(AkkaTelemetry.SourceName).AddOtlpExporter().Build();
        var metrics = Sdk.CreateMeterProviderBuilder().ConfigureResource(AddName).AddMeter(AkkaTelemetry.MeterName).AddOtlpExporter().Build();
        AppDomain.CurrentDomain.ProcessExit += (_, _) =>
        {
            traces.Dispose();
            metrics.Dispose();
        };
    }

    // The program's name, unless the variables have one: without either it would be that of the process, dotnet.
    private static void AddName(ResourceBuilder resource) =>
        resource.AddService(Assembly.GetEntryAssembly()?.GetName().Name ?? "dotnet").AddEnvironmentVariableDetector();

    private sealed class ApartContext() : AssemblyLoadContext("AkkaInstrumentation.AutoInstrumentation")
    {
        // null: the process's own
        protected override Assembly? Load(AssemblyName assemblyName) =>
            assemblyName.Name!.StartsWith("AkkaInstrumentation.", StringComparison.Ordinal) ? null
            : HookFolder.PathOf($"{assemblyName.Name}.dll") is { } path ? LoadFromAssemblyPath(path) : null;
    }
}

/// <summary>The extension of a system without a host: starts the export before the first actor of the application.</summary>
internal sealed class ExportingProvider : ExtensionIdProvider<ExportingProvider.Started>
{
    public override Started CreateExtension(ExtendedActorSystem system)
    {
        HookFolder.Try(static () => Exporting.Start(Environment.GetEnvironmentVariable(Exporting.Endpoint)));
        return new Started();
    }

    internal sealed class Started : IExtension;
}
