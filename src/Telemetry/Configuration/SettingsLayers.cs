using Akka.Actor.Setup;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>All sources of the settings of one actor system, in their order of precedence. Immutable.</summary>
/// <param name="application">The system's HOCON before reference.conf was put below it.</param>
/// <param name="system">The system's HOCON with reference.conf.</param>
/// <param name="above">The layers that take precedence over HOCON, highest first.</param>
/// <param name="callbacks">The user's callbacks.</param>
/// <param name="name">The system's name.</param>
internal sealed class SettingsLayers(
    Config application, Config system, IReadOnlyList<SettingsLayer> above, SpanCallbacks callbacks, string name)
{
    // A path that only reference.conf defines. A configuration with this path contains reference.conf.
    private const string ShippedRule = $"{InstrumentationSettings.RulesRoot}.akka-log-events";

    /// <summary>All layers merged into one configuration.</summary>
    public Config Merged { get; } = above.Reverse().Aggregate(system, (below, layer) => layer.Values.WithFallback(below));

    public TraceFilter? Filter { get; } = callbacks.Filter is { } filter ? new TraceFilter(filter, name) : null;

    public string SystemName => name;

    public SpanCallbacks Callbacks => callbacks;

    /// <summary>The layers above HOCON, highest first.</summary>
    public IReadOnlyList<SettingsLayer> Above => above;

    /// <summary>The system's own HOCON.</summary>
    public Config System => system;

    /// <summary>These layers, with the settings made at run time on top.</summary>
    public SettingsLayers With(SettingsLayer runTime) => new(application, system, [runTime, .. above], callbacks, name);

    /// <summary>These layers with the value of a standard environment variable below them, which takes precedence over reference.conf only.</summary>
    /// <param name="variable">The variable.</param>
    /// <param name="key">The key below <c>akka.instrumentation</c> that the variable sets.</param>
    /// <param name="value">Its value; null if it is not set.</param>
    public SettingsLayers Following(string variable, string key, string? value) =>
        value is null || OriginOf($"{InstrumentationSettings.Root}.{key}") != SettingsLayer.Reference ? this
        : new(application, system, [.. above, new(variable, ConfigurationFactory.ParseString($"{InstrumentationSettings.Root}.{key} = {value}"))],
            callbacks, name);

    /// <summary>The source that set the value at <paramref name="path"/>.</summary>
    public string OriginOf(string path)
    {
        // An application that has reference.conf as its fallback contains every path. Its own values are then those that differ from reference.conf.
        var isApplications = !application.IsNullOrEmpty()
            && application.HasPath(path)
            && (!application.HasPath(ShippedRule) || application.GetValue(path)
                .Written() != AkkaInstrumentationConfig.Reference.GetValue(path)?.Written());
        return LayerOf(path)?.Origin ?? (isApplications ? SettingsLayer.Hocon : SettingsLayer.Reference);
    }

    /// <summary>The layer above HOCON that set the value at <paramref name="path"/>; null for none.</summary>
    public SettingsLayer? LayerOf(string path) => above.FirstOrDefault(layer => layer.Values.HasPath(path));
}

/// <summary>Settings of one origin, as HOCON under <c>akka.instrumentation</c>.</summary>
internal sealed record SettingsLayer(string Origin, Config Values)
{
    public const string RunTime = "run_time";
    public const string Code = "code";
    public const string AppSettings = "appsettings";
    public const string Hocon = "HOCON";
    public const string Reference = "reference.conf";
}

/// <summary>A source of settings that can change while the actor system runs: appsettings.json, options of the host.</summary>
internal abstract class SettingsSource(string origin)
{
    public SettingsLayer Read(string system) => new(origin, Values(system));

    /// <summary>The actor system starts. Called once, before everything else.</summary>
    /// <param name="setup">The setup with which the system is created.</param>
    public virtual void Start(ActorSystemSetup setup)
    {
    }

    /// <summary>Returns the value of a standard variable from the host's configuration. Null if there is no host.</summary>
    public virtual Func<string, string?>? Variables => null;

    /// <summary>Calls <paramref name="changed"/>, on any thread, whenever the result of <see cref="Read"/> may have changed.</summary>
    public abstract IDisposable? Watch(string system, Action changed);

    /// <summary>The callbacks that belong to the values; null for none.</summary>
    public virtual SpanCallbacks? Callbacks(string system) => null;

    /// <exception cref="ConfigurationException">The values cannot even be written as HOCON.</exception>
    protected abstract Config Values(string system);
}

/// <summary>
/// Carries options set in code into the actor system, beside its HOCON. So they take precedence over HOCON in any order of the
/// builder's method calls. It also carries callbacks, which HOCON cannot express.
/// </summary>
internal sealed class InstrumentationSetup : Setup
{
    /// <param name="options">Options as HOCON.</param>
    /// <param name="filter">The user's filter; null for that of <paramref name="callbacks"/>.</param>
    /// <param name="earlier">The previous setup. This one adds to it and takes precedence over it.</param>
    /// <param name="sources">Sources that can change while the system runs, highest first.</param>
    /// <param name="callbacks">The user's callbacks; a null one keeps that of <paramref name="earlier"/>.</param>
    public InstrumentationSetup(
        Config options,
        AkkaMessageFilter? filter = null,
        InstrumentationSetup? earlier = null,
        IEnumerable<SettingsSource>? sources = null,
        SpanCallbacks? callbacks = null)
    {
        Layers = [options, .. earlier?.Layers ?? []];
        Sources = [.. sources ?? [], .. earlier?.Sources ?? []];
        Callbacks = new SpanCallbacks(null, null, filter).Over(callbacks).Over(earlier?.Callbacks);
    }

    /// <summary>The options of each call, the last one first.</summary>
    public IReadOnlyList<Config> Layers { get; }

    /// <summary>The other sources of each call, the last call first. All of them are below <see cref="Layers"/>.</summary>
    public IReadOnlyList<SettingsSource> Sources { get; }

    public SpanCallbacks Callbacks { get; }

    /// <summary>Reads the current values of all sources. Any thread.</summary>
    /// <param name="application">The system's HOCON before reference.conf was put below it.</param>
    /// <param name="system">The system's HOCON with reference.conf.</param>
    /// <param name="name">The system's name.</param>
    public SettingsLayers Read(Config application, Config system, string name) => new(
        application,
        system,
        [.. Layers.Select(layer => new SettingsLayer(SettingsLayer.Code, layer)), .. Sources.Select(source => source.Read(name))],
        Sources.Aggregate(Callbacks, (above, source) => above.Over(source.Callbacks(name))),
        name);
}
