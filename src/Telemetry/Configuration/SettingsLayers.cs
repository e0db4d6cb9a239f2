using Akka.Actor.Setup;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>All sources of the settings of one actor system, in their order of precedence. Immutable.</summary>
internal sealed class SettingsLayers
{
    private readonly Config _application;
    private readonly Config _system;
    private readonly SettingsLayer[] _above;
    private readonly AkkaMessageFilter? _filter;

    /// <param name="application">The system's HOCON before reference.conf was put below it.</param>
    /// <param name="system">The system's HOCON with reference.conf.</param>
    /// <param name="above">The layers that take precedence over HOCON, highest first.</param>
    /// <param name="filter">The user's filter.</param>
    /// <param name="callbacks">The user's callbacks that add to spans.</param>
    /// <param name="name">The system's name.</param>
    public SettingsLayers(
        Config application, Config system, IEnumerable<SettingsLayer> above, AkkaMessageFilter? filter, SpanCallbacks? callbacks = null, string name = "")
    {
        SystemName = name;
        _application = application;
        _system = system;
        _above = [.. above];
        _filter = filter;
        Callbacks = callbacks;
        Merged = Enumerable.Reverse(_above).Aggregate(system, (below, layer) => layer.Values.WithFallback(below));
        Filter = filter is null ? null : new TraceFilter(filter, name);
    }

    /// <summary>All layers merged into one configuration.</summary>
    public Config Merged { get; }

    public string SystemName { get; }

    public TraceFilter? Filter { get; }

    public SpanCallbacks? Callbacks { get; }

    /// <summary>The layers above HOCON, highest first.</summary>
    public IReadOnlyList<SettingsLayer> Above => _above;

    /// <summary>The system's own HOCON.</summary>
    public Config System => _system;

    /// <summary>These layers, with the settings made at run time on top.</summary>
    public SettingsLayers With(SettingsLayer runTime) => new(_application, _system, [runTime, .. _above], _filter, Callbacks, SystemName);

    /// <summary>The source that set the value at <paramref name="path"/>.</summary>
    public string OriginOf(string path)
    {
        if (Array.Find(_above, layer => layer.Values.HasPath(path)) is { } layer)
        {
            return layer.Origin;
        }

        // With reference.conf as its fallback, an application has every path. Its own values are then those that differ from reference.conf.
        var isApplications = !_application.IsNullOrEmpty()
            && _application.HasPath(path)
            && (!_application.HasPath(UnknownKeys.ShippedRule) || _application.GetValue(path).Written() != AkkaInstrumentationConfig.Reference.GetValue(path)?.Written());
        return isApplications ? SettingsLayer.Hocon : SettingsLayer.Reference;
    }
}

/// <summary>Settings of one origin, as HOCON under <c>akka.instrumentation</c>.</summary>
internal sealed record SettingsLayer(string Origin, Config Values)
{
    public const string RunTime = "run-time";
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
    /// <param name="setup">What the system is created with.</param>
    public virtual void Start(ActorSystemSetup setup)
    {
    }

    /// <summary>Calls <paramref name="changed"/>, on any thread, whenever the result of <see cref="Read"/> may have changed.</summary>
    public abstract IDisposable? Watch(string system, Action changed);

    /// <summary>The code filter that belongs to the values; null for none.</summary>
    public virtual AkkaMessageFilter? Filter(string system) => null;

    /// <summary>The callbacks that add to spans; null for none.</summary>
    public virtual SpanCallbacks? Callbacks(string system) => null;

    /// <exception cref="ConfigurationException">The values cannot even be written as HOCON.</exception>
    protected abstract Config Values(string system);
}
