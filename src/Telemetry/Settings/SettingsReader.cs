using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Reads <c>akka.instrumentation</c> into settings and reports every problem of it at once.</summary>
internal static class SettingsReader
{
    public const string Root = "akka.instrumentation";

    /// <param name="system">The system's HOCON.</param>
    /// <param name="code">What was set in code, null when nothing was.</param>
    /// <exception cref="ConfigurationException">Unknown keys or values that are not allowed; the message lists them all.</exception>
    public static InstrumentationSettings Read(Config system, InstrumentationSetup? code = null)
    {
        var merged = code is null ? system : code.Options.WithFallback(system);
        var problems = UnknownKeys.In(merged);
        var settings = new InstrumentationSettings
        {
            TracingEnabled = Switch(merged, "tracing.enabled", problems),
            MetricsEnabled = Switch(merged, "metrics.enabled", problems),
            SystemActors = Switch(merged, "system-actors", problems),
            Rules = RuleReader.Read(system, code?.Layers ?? [], merged, problems),
            Filter = code?.Filter is { } filter ? new TraceFilter(filter) : null,
        };

        return problems.Count == 0
            ? settings
            : throw new ConfigurationException($"{Root} is not valid: {string.Join("; ", problems)}.");
    }

    private static bool Switch(Config merged, string key, List<string> problems)
    {
        var path = $"{Root}.{key}";
        return HoconSwitch.Read(path, merged.GetValue(path), problems) ?? false;
    }
}
