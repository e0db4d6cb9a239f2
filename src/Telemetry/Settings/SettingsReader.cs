using System.Globalization;
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
            SamplingRatio = Number(system, "tracing.sampling.ratio", 0, 1, problems),
            SamplingBudget = Budget(system, problems),
            TimedPerSecond = TimedPerSecond(system, problems),
            MetricsMaxActorTypes = Count(system, "metrics.max-actor-types", 100_000, problems),
            MetricsMaxMessageTypes = Count(system, "metrics.max-message-types", 10_000, problems),
        };

        return problems.Count == 0
            ? settings
            : throw new ConfigurationException($"{Root} is not valid: {string.Join("; ", problems)}.");
    }

    private static double? Budget(Config system, List<string> problems)
    {
        const string key = "tracing.sampling.budget";
        return system.GetString($"{Root}.{key}") is "off" or "false" or "no" ? null : Number(system, key, 0.1, 1_000_000, problems, "off or ");
    }

    private static int TimedPerSecond(Config system, List<string> problems)
    {
        const string key = "metrics.distributions";
        var rate = (int)Number(system, "metrics.distributions-rate", 10, 1_000_000, problems);
        switch (system.GetString($"{Root}.{key}"))
        {
            case "adaptive":
                return rate;
            case "all":
                return 0;
            case var other:
                problems.Add($"{Root}.{key} = {other ?? "null"}, allowed are adaptive and all");
                return 0;
        }
    }

    private static int Count(Config system, string key, int most, List<string> problems)
    {
        var path = $"{Root}.{key}";
        var text = system.GetString(path);
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value) && value >= 1 && value <= most)
        {
            return value;
        }

        problems.Add(string.Create(CultureInfo.InvariantCulture, $"{path} = {text ?? "null"}, allowed is a whole number from 1 to {most}"));
        return most;
    }

    private static double Number(Config system, string key, double least, double most, List<string> problems, string or = "")
    {
        var path = $"{Root}.{key}";
        var text = system.GetString(path);
        if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) && value >= least && value <= most)
        {
            return value;
        }

        problems.Add(string.Create(CultureInfo.InvariantCulture, $"{path} = {text ?? "null"}, allowed is {or}a number from {least} to {most}"));
        return most;
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
