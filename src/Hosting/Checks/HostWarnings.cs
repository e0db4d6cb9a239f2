using Akka.DependencyInjection;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation;

/// <summary>Warnings about the host of an instrumented actor system. Called while the host starts.</summary>
internal static class HostWarnings
{
    /// <summary>Warns of a section <c>AkkaInstrumentation</c> in the host's configuration that no call of <c>WithInstrumentation</c> reads.</summary>
    public static void UnreadSection(AkkaInstrumentationExtension instrumentation, IConfiguration? configuration)
    {
        const string Name = ConfigurationSource.DefaultSection;
        var sources = instrumentation.System.Settings.Setup.Get<InstrumentationSetup>() is { HasValue: true, Value: var setup } ? setup.Sources : [];
        if (configuration?.GetSection(Name).Exists() == true && !sources.OfType<ConfigurationSource>().Any(source => source.Reads(Name)))
        {
            instrumentation.Warnings.Report(
                $"Nothing reads the section {Name} of the host's configuration. Give the services to the call: "
                + $"AddAkka(\"{instrumentation.System.Name}\", (akka, services) => akka.WithInstrumentation(services)).");
        }

        foreach (var path in AlmostNamed(configuration).Where(path => !sources.OfType<ConfigurationSource>().Any(source => source.Reads(path))))
        {
            instrumentation.Warnings.Report($"Nothing reads the section {path} of the host's configuration. Name it {Name}, at the top level.");
        }
    }

    // Sections of the first two levels whose name is nearly that of ours, whether or not the right section exists.
    private static IEnumerable<string> AlmostNamed(IConfiguration? configuration) =>
        from section in (configuration?.GetChildren() ?? []).SelectMany(above => above.GetChildren().Prepend(above))
        where !section.Path.Equals(ConfigurationSource.DefaultSection, StringComparison.OrdinalIgnoreCase) && section.GetChildren().Any()
        where IsAlmostOurs(section.Key) || IsAlmostOurs(section.Path.Replace(":", "", StringComparison.Ordinal))
        select section.Path;

    private static bool IsAlmostOurs(string name) =>
        Spelling.IsAlike(name.ToUpperInvariant(), ConfigurationSource.DefaultSection.ToUpperInvariant());

    /// <summary>
    /// Warns that the host's OpenTelemetry collects nothing from its actor system, because <c>AddAkkaInstrumentation()</c> is missing on a builder.
    /// It may start after the actor system, so this is checked when the host has started. A host without OpenTelemetry gets no warning, because
    /// another listener may be added later.
    /// </summary>
    public static void NobodyCollects(AkkaInstrumentationExtension instrumentation, IDependencyResolver services)
    {
        if (services.GetService<IServiceProviderIsService>() is not { } registered
            || services.GetService<IHostApplicationLifetime>() is not { } lifetime)
        {
            return;
        }

        var systems = services.GetService<InstrumentedSystems>() ?? new InstrumentedSystems();
        var collected = services.GetService<IEnumerable<CollectedSignal>>() ?? [];
        lifetime.ApplicationStarted.Register(() => NobodyCollectsCore(instrumentation, registered, systems, [.. collected]));
    }

    private static void NobodyCollectsCore(AkkaInstrumentationExtension instrumentation, IServiceProviderIsService registered,
        InstrumentedSystems systems, CollectedSignal[] collected)
    {
        var settings = instrumentation.Settings;
        if (settings.TracingEnabled && IsMissing<TracerProvider>(CollectedSignal.Traces) && !systems.HaveSpanListeners)
        {
            instrumentation.Warnings.Report(Text("traces", "spans", "WithTracing(tracing => tracing"));
        }

        if (settings.MetricsEnabled && IsMissing<MeterProvider>(CollectedSignal.Metrics) && !systems.HaveMetricListeners)
        {
            instrumentation.Warnings.Report(Text("metrics", "metrics", "WithMetrics(metrics => metrics"));
        }

        bool IsMissing<TProvider>(CollectedSignal signal) => registered.IsService(typeof(TProvider)) && !collected.Contains(signal);
    }

    private static string Text(string signal, string what, string call) =>
        $"This host collects {signal} with OpenTelemetry, but not the {what} of its actors. "
            + $"Call AddOpenTelemetry().{call}.AddAkkaInstrumentation()).";
}

/// <summary>Records in the services that <c>AddAkkaInstrumentation()</c> was called on the builder of a signal.</summary>
internal sealed record CollectedSignal(string Name)
{
    public static readonly CollectedSignal Traces = new("traces");
    public static readonly CollectedSignal Metrics = new("metrics");
    public static readonly CollectedSignal Logs = new("logs");
}
