using System.Globalization;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Reads <c>akka.instrumentation</c> into settings and reports all problems at once.</summary>
internal sealed class SettingsReader
{
    public const string Root = "akka.instrumentation";

    private readonly SettingsLayers _layers;
    private readonly List<string> _problems;
    private readonly ValueReader _values;

    private SettingsReader(SettingsLayers layers)
    {
        _layers = layers;
        _problems = UnknownKeys.In(layers);
        _values = new ValueReader(Root, key => layers.Merged.GetValue($"{Root}.{key}"), _problems, isComplete: true);
    }

    /// <summary>Keys that only take effect when a system or an actor starts. All others can change at run time.</summary>
    private static IReadOnlyList<(string Key, Func<InstrumentationSettings, object> Value)> Fixed { get; } =
    [
        ("system-actors", settings => settings.SystemActors),
        ("dispatchers", settings => string.Join(' ', settings.Dispatchers)),
        ("tracing.streams", settings => settings.TracingStreams),
        ("metrics.max-actor-types", settings => settings.MetricsMaxActorTypes),
        ("metrics.max-message-types", settings => settings.MetricsMaxMessageTypes),
    ];

    /// <param name="layers">All sources of settings.</param>
    /// <param name="now">The settings in force, some of which cannot change; null at the start.</param>
    /// <exception cref="ConfigurationException">Unknown keys or values that are not allowed. The message lists all of them.</exception>
    public static InstrumentationSettings Read(SettingsLayers layers, InstrumentationSettings? now = null)
    {
        if (layers.Merged.GetValue(Root)?.IsObject() != true)
        {
            throw Problem("it is a value, allowed is a section");
        }

        var reader = new SettingsReader(layers);
        var settings = reader.Read();
        var problems = reader._problems;
        if (now is not null)
        {
            problems.AddRange(Fixed.Where(one => !one.Value(settings).Equals(one.Value(now))).Select(one => $"{Root}.{one.Key} cannot be changed while the actor system runs"));
        }

        return problems.Count == 0 ? settings : throw Problem(string.Join("; ", problems.Select(problem => WithSource(layers, problem))));
    }

    // A problem begins with its path, which is that of HOCON. Where another source has set the value, its name follows. Who makes a change knows it.
    private static string WithSource(SettingsLayers layers, string problem)
    {
        var path = problem[..problem.AsSpan().IndexOfAny(' ', '"')].TrimEnd('.');
        return layers.Above.FirstOrDefault(layer => layer.Values.HasPath(path)) is { Origin: not SettingsLayer.RunTime } layer ? $"{problem} (set in {layer.Origin})" : problem;
    }

    /// <summary>The error about wrong settings.</summary>
    public static ConfigurationException Problem(string problem, Exception? cause = null) => new($"{Root} is not valid: {problem}.", cause);

    private InstrumentationSettings Read()
    {
        var systemActors = Switch("system-actors");
        var settings = new InstrumentationSettings
        {
            TracingEnabled = Switch("tracing.enabled"),
            MetricsEnabled = Switch("metrics.enabled"),
            SystemActors = systemActors,
            TracingSamplingRatio = Ratio(),
            TracingSamplingBudget = Number("tracing.sampling.budget", 0.1, 1_000_000, orOff: true),
            TracingSamplingUnsampledTraceIds = _values.Word<AkkaUnsampledTraceIds>("tracing.sampling.unsampled-trace-ids", "are adaptive, always and never").GetValueOrDefault(),
            TracingMaxSpansPerTrace = Count("tracing.max-spans-per-trace", 1_000_000),
            TracingRetroactiveErrors = Switch("tracing.retroactive.errors"),
            TracingRetroactiveSlowWait = Duration("tracing.retroactive.slow-wait", minMilliseconds: 10, orOff: true),
            TracingRetroactiveSlowWork = Duration("tracing.retroactive.slow-work", minMilliseconds: 10, orOff: true),
            TracingRetroactiveLimit = Count("tracing.retroactive.limit", 10_000),
            TracingContentEnabled = Switch("tracing.content.enabled"),
            TracingContentMaxLength = Count("tracing.content.max-length", 1_000_000),
            TracingExceptionsEnabled = Switch("tracing.exceptions.enabled"),
            TracingExceptionsMaxLength = Count("tracing.exceptions.max-length", 1_000_000),
            TracingMessagingAttributes = Switch("tracing.messaging-attributes"),
            TracingLocalSpanKind = _values.Word<AkkaLocalSpanKind>("tracing.local-span-kind", "are internal and consumer").GetValueOrDefault(),
            TracingSendSpans = Switch("tracing.send-spans"),
            TracingStreams = Switch("tracing.streams"),
            TracingRemote = _values.WordOrOff("tracing.remote", "are negotiated, always and off", AkkaRemoteTracing.Off).GetValueOrDefault(),
            MetricsDistributions = _values.Word<AkkaMessageDistributions>("metrics.distributions", "are adaptive and all").GetValueOrDefault(),
            MetricsDistributionsRate = (int)Number("metrics.distributions-rate", 10, 1_000_000),
            MetricsMaxActorTypes = Count("metrics.max-actor-types", 100_000),
            MetricsMaxMessageTypes = Count("metrics.max-message-types", 10_000),
            MetricsFlow = Switch("metrics.flow"),
            PressureEnabled = Switch("pressure.enabled"),
            PressureGrowingFor = Duration("pressure.growing-for", minMilliseconds: 100),
            PressureMinDepth = Count("pressure.min-depth", 1_000_000_000),
            PressureReportsPerMinute = Count("pressure.reports-per-minute", 10_000),
            BlockingEnabled = Switch("blocking.enabled"),
            BlockingThreshold = Duration("blocking.threshold", minMilliseconds: 50),
            BlockingReportsPerMinute = Count("blocking.reports-per-minute", 10_000),
            Dispatchers = Dispatchers(),
            Rules = RuleReader.Read(_layers, systemActors, _problems),
            Filter = _layers.Filter,
        };
        return settings with { Details = DetailsOf(settings) };
    }

    private bool Switch(string key) => _values.Switch(key).GetValueOrDefault();

    private int Count(string key, int max) =>
        _values.Number<int>(key, string.Create(CultureInfo.InvariantCulture, $"is a whole number from 1 to {max}"), number => number >= 1 && number <= max).GetValueOrDefault();

    private double Number(string key, double min, double max, bool orOff = false) => _values.Read<double>(
        key,
        string.Create(CultureInfo.InvariantCulture, $"is {(orOff ? "off or " : "")}a number from {min} to {max}"),
        value => orOff && ValueReader.IsOff(value) ? double.PositiveInfinity
            : ValueReader.TryParse<double>(value, out var number) && number >= min && number <= max ? number
            : null).GetValueOrDefault();

    // Not a number if it is adaptive.
    private double Ratio() => _values.Read<double>(
        "tracing.sampling.ratio",
        "is adaptive or a number from 0 to 1",
        value => ValueReader.IsWord(value, "adaptive") ? double.NaN
            : ValueReader.TryParse<double>(value, out var number) && number is >= 0 and <= 1 ? number
            : null).GetValueOrDefault();

    private TimeSpan Duration(string key, int minMilliseconds, bool orOff = false) => _values.Duration(key, minMilliseconds, orOff).GetValueOrDefault();

    private IReadOnlyList<string> Dispatchers()
    {
        const string Key = "dispatchers";

        // HOCON does not treat an empty list as an array.
        var value = _values.Find(Key);
        if (value is not null && !value.IsObject() && !value.IsString() && value.GetStringList() is var ids && !ids.Any(string.IsNullOrWhiteSpace))
        {
            return ids is [DispatcherSections.Every] ? InstrumentationSettings.EveryDispatcher : [.. ids];
        }

        _problems.Add($"{Root}.{Key} = {value?.Written() ?? "null"}, allowed is a list of dispatcher ids, [\"{DispatcherSections.Every}\"] for all of them");
        return [];
    }

    // Null when nothing is added, so that no check is needed for a span.
    private SpanDetails? DetailsOf(InstrumentationSettings settings)
    {
        var length = settings.TracingContentEnabled ? settings.TracingContentMaxLength : 0;
        var code = _layers.Callbacks;
        return length == 0 && code?.Enricher is null ? null : new SpanDetails(length, code?.Redactor, code?.Enricher, _layers.SystemName);
    }
}
