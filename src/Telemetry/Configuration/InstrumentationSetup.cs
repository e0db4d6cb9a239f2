using Akka.Actor.Setup;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Carries options set in code into the actor system, beside its HOCON. So they take precedence over HOCON in any order of the
/// builder's method calls. It also carries what HOCON cannot express.
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
