using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Reads <c>akka.instrumentation</c> into settings and reports every problem of it at once.</summary>
internal static class SettingsReader
{
    public const string Root = "akka.instrumentation";

    /// <exception cref="ConfigurationException">Unknown keys or values that are not allowed; the message lists them all.</exception>
    public static InstrumentationSettings Read(Config system)
    {
        var problems = UnknownKeys.In(system);
        var settings = new InstrumentationSettings
        {
            TracingEnabled = Switch(system, "tracing.enabled", problems),
            MetricsEnabled = Switch(system, "metrics.enabled", problems),
            SystemActors = Switch(system, "system-actors", problems),
            Dispatchers = Dispatchers(system, problems),
        };

        return problems.Count == 0
            ? settings
            : throw new ConfigurationException($"{Root} is not valid: {string.Join("; ", problems)}.");
    }

    private static IReadOnlyList<string> Dispatchers(Config system, List<string> problems)
    {
        const string Path = $"{Root}.dispatchers";

        // an empty list is no array to HOCON
        if (system.GetValue(Path) is { } value && !value.IsObject() && !value.IsString())
        {
            var ids = value.GetStringList();
            return ids is [DispatcherSections.Every] ? InstrumentationSettings.EveryDispatcher : [.. ids];
        }

        problems.Add($"{Path} = {system.GetString(Path) ?? "null"}, allowed is a list of dispatcher ids, [\"{DispatcherSections.Every}\"] for all of them");
        return [];
    }

    private static bool Switch(Config system, string key, List<string> problems)
    {
        var path = $"{Root}.{key}";
        var value = system.GetString(path);
        switch (value)
        {
            case "on" or "true" or "yes":
                return true;
            case "off" or "false" or "no":
                return false;
            default:
                problems.Add($"{path} = {value ?? "null"}, allowed are on and off");
                return false;
        }
    }
}
