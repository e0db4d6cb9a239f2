using System.Globalization;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Reads <c>akka.instrumentation</c> into settings and reports all problems at once.</summary>
internal static class SettingsReader
{
    public const string Root = "akka.instrumentation";

    /// <summary>Keys that only take effect when a system or an actor starts. All others can change at run time.</summary>
    public static IReadOnlyList<string> Fixed { get; } =
        ["system-actors", "dispatchers", "metrics.max-actor-types", "metrics.max-message-types"];

    /// <param name="layers">All sources of settings.</param>
    /// <param name="now">The settings in force, some of which cannot change; null at the start.</param>
    /// <exception cref="ConfigurationException">Unknown keys or values that are not allowed. The message lists all of them.</exception>
    public static InstrumentationSettings Read(SettingsLayers layers, InstrumentationSettings? now = null)
    {
        var merged = layers.Merged;
        if (merged.GetValue(Root) is not { } all || !all.IsObject())
        {
            throw new ConfigurationException($"{Root} is not valid: it is a value, allowed is a section.");
        }

        var problems = UnknownKeys.In(merged);
        ReportIds(layers, problems);
        problems.AddRange(IdKeys.ProblemsOf(layers.System));
        var settings = new InstrumentationSettings
        {
            TracingEnabled = Switch(merged, "tracing.enabled", problems),
            MetricsEnabled = Switch(merged, "metrics.enabled", problems),
            SystemActors = Switch(merged, "system-actors", problems),
            TracingSamplingRatio = Number(merged, "tracing.sampling.ratio", 0, 1, problems),
            TracingSamplingBudget = Budget(merged, problems),
            TracingSamplingUnsampledTraceIds = TraceIds(merged, problems),
            TracingRetroactiveErrors = Switch(merged, "tracing.retroactive.errors", problems),
            TracingRetroactiveSlowWait = DurationReader.ReadOrOff(merged, "tracing.retroactive.slow-wait", problems),
            TracingRetroactiveSlowWork = DurationReader.ReadOrOff(merged, "tracing.retroactive.slow-work", problems),
            TracingRetroactiveLimit = Count(merged, "tracing.retroactive.limit", 10_000, problems),
            TracingContentEnabled = Switch(merged, "tracing.content.enabled", problems),
            TracingContentMaxLength = Count(merged, "tracing.content.max-length", 1_000_000, problems),
            TracingExceptionsEnabled = Switch(merged, "tracing.exceptions.enabled", problems),
            TracingExceptionsMaxLength = Count(merged, "tracing.exceptions.max-length", 1_000_000, problems),
            TracingMessagingAttributes = Switch(merged, "tracing.messaging-attributes", problems),
            TracingRemote = Remote(merged, problems),
            MetricsDistributions = Distributions(merged, problems),
            MetricsDistributionsRate = (int)Number(merged, "metrics.distributions-rate", 10, 1_000_000, problems),
            MetricsMaxActorTypes = Count(merged, "metrics.max-actor-types", 100_000, problems),
            MetricsMaxMessageTypes = Count(merged, "metrics.max-message-types", 10_000, problems),
            PressureEnabled = Switch(merged, "pressure.enabled", problems),
            PressureGrowingFor = DurationReader.Read(merged, "pressure.growing-for", minMilliseconds: 100, problems),
            PressureMinDepth = Count(merged, "pressure.min-depth", 1_000_000_000, problems),
            PressureReportsPerMinute = Count(merged, "pressure.reports-per-minute", 10_000, problems),
            BlockingEnabled = Switch(merged, "blocking.enabled", problems),
            BlockingThreshold = DurationReader.Read(merged, "blocking.threshold", minMilliseconds: 50, problems),
            BlockingReportsPerMinute = Count(merged, "blocking.reports-per-minute", 10_000, problems),
            Dispatchers = Dispatchers(merged, problems),
            Rules = RuleReader.Read(layers, problems),
            Filter = layers.Filter,
        };

        if (now is not null)
        {
            ReportFixed(settings, now, problems);
        }

        return problems.Count == 0
            ? settings with { Details = DetailsOf(settings, layers.Callbacks, layers.SystemName) }
            : throw new ConfigurationException($"{Root} is not valid: {string.Join("; ", problems)}.");
    }

    // Akka looks up ids in its own configuration. Ids in other places would have no effect.
    private static void ReportIds(SettingsLayers layers, List<string> problems)
    {
        foreach (var section in UnknownKeys.Ids)
        {
            var path = $"{Root}.{section}";
            if (layers.Above.Any(layer => layer.Values.HasPath(path)))
            {
                problems.Add($"{path} can only be set in HOCON and at the start");
            }
        }
    }

    private static void ReportFixed(InstrumentationSettings settings, InstrumentationSettings now, List<string> problems)
    {
        bool[] same =
        [
            settings.SystemActors == now.SystemActors,
            settings.Dispatchers.SequenceEqual(now.Dispatchers),
            settings.MetricsMaxActorTypes == now.MetricsMaxActorTypes,
            settings.MetricsMaxMessageTypes == now.MetricsMaxMessageTypes,
        ];
        problems.AddRange(Fixed.Where((_, i) => !same[i]).Select(key => $"{Root}.{key} cannot be changed while the actor system runs"));
    }

    private static IReadOnlyList<string> Dispatchers(Config merged, List<string> problems)
    {
        const string Path = $"{Root}.dispatchers";

        // HOCON does not treat an empty list as an array.
        var value = merged.GetValue(Path);
        if (value is not null && !value.IsObject() && !value.IsString() && value.GetStringList() is var ids && !ids.Any(string.IsNullOrWhiteSpace))
        {
            return ids is [DispatcherSections.Every] ? InstrumentationSettings.EveryDispatcher : [.. ids];
        }

        problems.Add($"{Path} = {value?.Written() ?? "null"}, allowed is a list of dispatcher ids, [\"{DispatcherSections.Every}\"] for all of them");
        return [];
    }

    private static double Budget(Config merged, List<string> problems)
    {
        const string key = "tracing.sampling.budget";
        return HoconSwitch.IsOff(merged.GetString($"{Root}.{key}"))
            ? double.PositiveInfinity
            : Number(merged, key, 0.1, 1_000_000, problems, "off or ");
    }

    private static AkkaMessageDistributions Distributions(Config merged, List<string> problems)
    {
        const string Path = $"{Root}.metrics.distributions";
        switch (merged.GetString(Path))
        {
            case "adaptive":
                return AkkaMessageDistributions.Adaptive;
            case "all":
                return AkkaMessageDistributions.All;
            case var other:
                problems.Add($"{Path} = {other ?? "null"}, allowed are adaptive and all");
                return default;
        }
    }

    private static AkkaUnsampledTraceIds TraceIds(Config merged, List<string> problems)
    {
        const string Path = $"{Root}.tracing.sampling.unsampled-trace-ids";
        switch (merged.GetString(Path))
        {
            case "adaptive":
                return AkkaUnsampledTraceIds.Adaptive;
            case "always":
                return AkkaUnsampledTraceIds.Always;
            case "never":
                return AkkaUnsampledTraceIds.Never;
            case var other:
                problems.Add($"{Path} = {other ?? "null"}, allowed are adaptive, always and never");
                return default;
        }
    }

    // HOCON has several words for off.
    private static AkkaRemoteTracing Remote(Config merged, List<string> problems)
    {
        const string Path = $"{Root}.tracing.remote";
        switch (merged.GetString(Path))
        {
            case "negotiated":
                return AkkaRemoteTracing.Negotiated;
            case "always":
                return AkkaRemoteTracing.Always;
            case var off when HoconSwitch.IsOff(off):
                return AkkaRemoteTracing.Off;
            case var other:
                problems.Add($"{Path} = {other ?? "null"}, allowed are negotiated, always and off");
                return default;
        }
    }

    private static int Count(Config merged, string key, int most, List<string> problems)
    {
        var path = $"{Root}.{key}";
        var text = merged.GetString(path);
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value) && value >= 1 && value <= most)
        {
            return value;
        }

        problems.Add(string.Create(CultureInfo.InvariantCulture, $"{path} = {text ?? "null"}, allowed is a whole number from 1 to {most}"));
        return most;
    }

    private static double Number(Config merged, string key, double least, double most, List<string> problems, string or = "")
    {
        var path = $"{Root}.{key}";
        var text = merged.GetString(path);
        if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) && value >= least && value <= most)
        {
            return value;
        }

        problems.Add(string.Create(CultureInfo.InvariantCulture, $"{path} = {text ?? "null"}, allowed is {or}a number from {least} to {most}"));
        return most;
    }

    private static bool Switch(Config merged, string key, List<string> problems)
    {
        var path = $"{Root}.{key}";
        return HoconSwitch.Read(path, merged.GetValue(path), problems) ?? false;
    }

    // Null when nothing is added, so that no check is needed for a span.
    private static SpanDetails? DetailsOf(InstrumentationSettings settings, SpanCallbacks? code, string system)
    {
        var length = settings.TracingContentEnabled ? settings.TracingContentMaxLength : 0;
        return length == 0 && code?.Enricher is null ? null : new SpanDetails(length, code?.Redactor, code?.Enricher, system);
    }
}
