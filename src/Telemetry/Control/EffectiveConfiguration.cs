namespace AkkaInstrumentation;

/// <summary>
/// The settings in force at one moment: <see cref="ToString"/> lists them. Immutable.
/// </summary>
public sealed class EffectiveConfiguration
{
    private EffectiveConfiguration(IReadOnlyList<EffectiveSetting> settings, IReadOnlyList<string> rules)
    {
        Settings = settings;
        Rules = rules;
    }

    /// <summary>Every key of <c>reference.conf</c> outside rules and ids, in its order.</summary>
    public IReadOnlyList<EffectiveSetting> Settings { get; }

    /// <summary>The rules in the order in which they are asked, each with its origin.</summary>
    public IReadOnlyList<string> Rules { get; }

    /// <summary>The setting of a key.</summary>
    /// <param name="key">Below <c>akka.instrumentation</c>: <c>tracing.enabled</c>.</param>
    /// <exception cref="ArgumentException">There is no such key.</exception>
    public EffectiveSetting this[string key] => Settings.FirstOrDefault(setting => setting.Key == key)
        ?? throw new ArgumentException($"{key} is unknown, the nearest known key is {UnknownKeys.Nearest(key ?? "", UnknownKeys.Known)}.", nameof(key));

    /// <summary>One line for each setting and each rule.</summary>
    public override string ToString() => string.Join('\n', [.. Settings.Select(setting => $"{setting}"), "rules in order:", .. Rules.Select(rule => $"  {rule}").DefaultIfEmpty("  none")]);

    internal static EffectiveConfiguration Of(SettingsLayers layers, InstrumentationSettings settings) => new(
        [.. UnknownKeys.Known.Select(key => $"{SettingsReader.Root}.{key}").Select(path => new EffectiveSetting(
            path[(SettingsReader.Root.Length + 1)..], HoconText.Readable(layers.Merged.GetValue(path)), layers.OriginOf(path)))],
        [.. settings.Rules.Rules.Select(rule => rule.Text)]);
}

/// <summary>A setting in force.</summary>
/// <param name="Key">Below <c>akka.instrumentation</c>: <c>tracing.enabled</c>.</param>
/// <param name="Value">As HOCON.</param>
/// <param name="Origin">
/// Who set it: <c>run-time</c>, <c>code</c>, <c>appsettings</c>, <c>HOCON</c> (the application's) or <c>reference.conf</c>.
/// </param>
public sealed record EffectiveSetting(string Key, string Value, string Origin)
{
    /// <summary>The setting as a line of HOCON, its origin as the comment.</summary>
    public override string ToString() => $"{Key} = {Value} # {Origin}";
}
