using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Everything that says something about the settings of one actor system, and in which order. Immutable.</summary>
internal sealed class SettingsLayers
{
    private readonly Config _application;
    private readonly Config _system;
    private readonly SettingsLayer[] _above;
    private readonly MessageFilter? _filter;

    /// <param name="application">The system's HOCON before reference.conf was put below it.</param>
    /// <param name="system">The system's HOCON with reference.conf.</param>
    /// <param name="above">What wins over HOCON, highest first.</param>
    /// <param name="filter">The user's filter.</param>
    /// <param name="callbacks">The user's code that adds to spans.</param>
    public SettingsLayers(
        Config application, Config system, IEnumerable<SettingsLayer> above, MessageFilter? filter, SpanCallbacks? callbacks = null)
    {
        _application = application;
        _system = system;
        _above = [.. above];
        _filter = filter;
        Callbacks = callbacks;
        Merged = Enumerable.Reverse(_above).Aggregate(system, (below, layer) => layer.Values.WithFallback(below));
        Filter = filter is null ? null : new TraceFilter(filter);
    }

    /// <summary>All of it in one.</summary>
    public Config Merged { get; }

    public TraceFilter? Filter { get; }

    public SpanCallbacks? Callbacks { get; }

    /// <summary>The layers above HOCON, highest first.</summary>
    public IReadOnlyList<SettingsLayer> Above => _above;

    /// <summary>The system's own HOCON.</summary>
    public Config System => _system;

    /// <summary>The same with what was said at run time on top.</summary>
    public SettingsLayers With(SettingsLayer runTime) => new(_application, _system, [runTime, .. _above], _filter, Callbacks);

    /// <summary>Who set the value at <paramref name="path"/>.</summary>
    public string OriginOf(string path)
    {
        if (Array.Find(_above, layer => layer.Values.HasPath(path)) is { } layer)
        {
            return layer.Origin;
        }

        // with reference.conf as its fallback an application has every path: then what differs from it is its own
        var isApplications = !_application.IsNullOrEmpty()
            && _application.HasPath(path)
            && (!_application.HasPath(UnknownKeys.Mark) || _application.GetValue(path).Written() != InstrumentationConfig.Reference.GetValue(path)?.Written());
        return isApplications ? SettingsLayer.Hocon : SettingsLayer.Reference;
    }
}
