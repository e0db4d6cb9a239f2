namespace AkkaInstrumentation;

/// <summary>The settings in force at one moment. <see cref="ToString"/> lists them. Immutable.</summary>
public sealed class AkkaEffectiveConfiguration
{
    private AkkaEffectiveConfiguration(IReadOnlyList<AkkaEffectiveSetting> settings, IReadOnlyList<string> rules) =>
        (Settings, Rules) = (settings, rules);

    /// <summary>Every key of <c>reference.conf</c> outside rules and ids, in the order of that file.</summary>
    public IReadOnlyList<AkkaEffectiveSetting> Settings { get; }

    /// <summary>The rules in their order of evaluation, each with its origin.</summary>
    public IReadOnlyList<string> Rules { get; }

    /// <summary>The setting of a key.</summary>
    /// <param name="key">The key below <c>akka.instrumentation</c>, for example <c>tracing.enabled</c>.</param>
    /// <exception cref="ArgumentException">The key does not exist.</exception>
    internal AkkaEffectiveSetting this[string key] => Settings.FirstOrDefault(setting => setting.Key == key)
        ?? throw new ArgumentException(
            $"{key} is unknown, the nearest known key is {ConfigurationReading.Reader.Nearest(key ?? "", Keys)}.", nameof(key));

    private static IEnumerable<string> Keys => ConfigurationReading.Reader.Keys;

    /// <summary>One line for each setting and each rule.</summary>
    public override string ToString() => string.Join('\n',
        [.. Settings.Select(setting => $"{setting}"), "rules in order:", .. Rules.Select(rule => $"  {rule}").DefaultIfEmpty("  none")]);

    internal static AkkaEffectiveConfiguration Create(SettingsLayers layers, InstrumentationSettings settings) => new(
        [.. Keys.Select(key => new AkkaEffectiveSetting(key, layers))], [.. settings.Rules.Rules.Select(rule => rule.Text)]);
}

/// <summary>One setting in force, as <see cref="AkkaEffectiveConfiguration"/> lists it. Immutable.</summary>
public sealed class AkkaEffectiveSetting
{
    internal AkkaEffectiveSetting(string key, SettingsLayers layers)
    {
        var path = $"{InstrumentationSettings.Root}.{key}";
        (Key, Value, Origin) = (key, HoconTree.Readable(layers.Merged.GetValue(path)), layers.OriginOf(path));
    }

    /// <summary>The key below <c>akka.instrumentation</c>, for example <c>tracing.enabled</c>.</summary>
    public string Key { get; }

    /// <summary>The value as HOCON.</summary>
    public string Value { get; }

    /// <summary>
    /// The source that set it: <c>run_time</c>, <c>code</c>, <c>appsettings</c>, <c>HOCON</c> (the application's), <c>OTEL_TRACES_SAMPLER</c>,
    /// <c>OTEL_SEMCONV_EXCEPTION_SIGNAL_OPT_IN</c> or <c>reference.conf</c>.
    /// </summary>
    public string Origin { get; }

    /// <summary>The setting as a line of HOCON, with its origin as the comment.</summary>
    public override string ToString() => $"{Key} = {Value} # {Origin}";
}
