using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Akka.Actor;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation;

/// <summary>
/// Sends the process's Akka telemetry over OTLP if the application has no OpenTelemetry of its own. OpenTelemetry is loaded in a separate load
/// context, in the version of this package, because Akka.Hosting brings an older one along and an exporter fits exactly one version. Both versions
/// see the same source and meter.
/// </summary>
internal static class Exporting
{
    private const string Endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private const string Settings = "OTEL_";

    // OpenTelemetry's automatic instrumentation collects and exports by itself.
    private const string CollectedElsewhere = "OTEL_DOTNET_AUTO_TRACES_ADDITIONAL_SOURCES";

    private static readonly object Gate = new();
    private static bool _started;
    private static bool _hasSaidWhyNot;

    /// <summary>Starts once in a process. If no endpoint is known, one line on standard error has the reason.</summary>
    /// <param name="configured">
    /// The configuration of the host. It may have more sources than environment variables, or none at all. It takes precedence over environment
    /// variables.
    /// </param>
    public static void Start(IEnumerable<KeyValuePair<string, string?>> configured)
    {
        lock (Gate)
        {
            if (_started || Environment.GetEnvironmentVariable(CollectedElsewhere) is not null)
            {
                return;
            }

            var settings = SettingsOf(configured);
            if (ProblemOf(settings.GetValueOrDefault(Endpoint)) is { } problem)
            {
                SayOnce($"{Endpoint} {problem}");
                return;
            }

            _started = true;
            var itself = typeof(Exporting);
            var apart = new ApartContext().LoadFromAssemblyPath(itself.Assembly.Location).GetType(itself.FullName!, throwOnError: true)!;
            apart.GetMethod(nameof(Build))!.Invoke(null, [settings]);
        }
    }

    /// <summary>Called in the separate load context.</summary>
    /// <param name="settings">The values that the SDK reads in the place of its environment variables.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Build(Dictionary<string, string?> settings)
    {
        var traces = Sdk.CreateTracerProviderBuilder().ConfigureServices(Configure)
            .ConfigureResource(AddName).AddSource(AkkaTelemetry.SourceName).AddOtlpExporter().Build();
        var metrics = Sdk.CreateMeterProviderBuilder().ConfigureServices(Configure)
            .ConfigureResource(AddName).AddMeter(AkkaTelemetry.MeterName).AddOtlpExporter().Build();
        AppDomain.CurrentDomain.ProcessExit += (_, _) =>
        {
            traces.Dispose();
            metrics.Dispose();
        };

        void Configure(IServiceCollection services) =>
            services.AddSingleton<IConfiguration>(new ConfigurationBuilder().AddInMemoryCollection(settings).Build());
    }

    private static Dictionary<string, string?> SettingsOf(IEnumerable<KeyValuePair<string, string?>> configured)
    {
        var settings = new Dictionary<string, string?>(StringComparer.OrdinalIgnoreCase);
        var environment = Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
            .Select(variable => KeyValuePair.Create((string)variable.Key, (string?)variable.Value));
        foreach (var (key, value) in environment.Concat(configured))
        {
            if (key.StartsWith(Settings, StringComparison.OrdinalIgnoreCase) && !string.IsNullOrWhiteSpace(value))
            {
                settings[key] = value;
            }
        }

        return settings;
    }

    private static string? ProblemOf(string? endpoint) =>
        endpoint is null ? "is not set"
        : Uri.TryCreate(endpoint, UriKind.Absolute, out var address) && address is { Scheme: "http" or "https" } ? null
        : $"= {endpoint}, allowed is an address that begins with http:// or https://";

    private static void SayOnce(string problem)
    {
        if (!_hasSaidWhyNot)
        {
            _hasSaidWhyNot = true;
            Console.Error.WriteLine($"AkkaInstrumentation.AutoInstrumentation exports nothing: {problem}");
        }
    }

    // Adds the program's name, unless the variables set a name. Otherwise the name would be that of the process, dotnet.
    private static void AddName(ResourceBuilder resource) =>
        resource.AddService(Assembly.GetEntryAssembly()?.GetName().Name ?? "dotnet").AddEnvironmentVariableDetector();

    private sealed class ApartContext() : AssemblyLoadContext("AkkaInstrumentation.AutoInstrumentation")
    {
        // null: the assembly comes from the default load context
        protected override Assembly? Load(AssemblyName assemblyName) =>
            assemblyName.Name!.StartsWith("AkkaInstrumentation.", StringComparison.Ordinal) ? null
            : HookFolder.PathOf($"{assemblyName.Name}.dll") is { } path ? LoadFromAssemblyPath(path) : null;
    }
}

/// <summary>The extension of a system without a host. It starts the export before the first actor of the application.</summary>
internal sealed class ExportingProvider : ExtensionIdProvider<ExportingProvider.Started>
{
    public override Started CreateExtension(ExtendedActorSystem system)
    {
        HookFolder.Try(static () => Exporting.Start([]));
        return new Started();
    }

    internal sealed class Started : IExtension;
}
