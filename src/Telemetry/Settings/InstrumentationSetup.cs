using Akka.Actor.Setup;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Carries options set in code into the actor system beside its HOCON, so that they win over it in whichever order the
/// builder's methods are called, and what HOCON cannot carry.
/// </summary>
internal sealed class InstrumentationSetup : Setup
{
    /// <param name="options">Options as HOCON.</param>
    /// <param name="filter">The user's filter; null leaves that of <paramref name="earlier"/>.</param>
    /// <param name="earlier">What was set before, which this adds to and wins over.</param>
    /// <param name="sources">What can change while the system runs, highest first.</param>
    /// <param name="callbacks">The user's; what is null leaves that of <paramref name="earlier"/>.</param>
    public InstrumentationSetup(
        Config options,
        MessageFilter? filter = null,
        InstrumentationSetup? earlier = null,
        IEnumerable<SettingsSource>? sources = null,
        SpanCallbacks? callbacks = null)
    {
        Layers = [options, .. earlier?.Layers ?? []];
        Sources = [.. sources ?? [], .. earlier?.Sources ?? []];
        Filter = filter ?? earlier?.Filter;
        Callbacks = callbacks?.Over(earlier?.Callbacks) ?? earlier?.Callbacks;
    }

    /// <summary>The options of each call, the last one first.</summary>
    public IReadOnlyList<Config> Layers { get; }

    /// <summary>What else there is, of each call, the last one first: all of it below <see cref="Layers"/>.</summary>
    public IReadOnlyList<SettingsSource> Sources { get; }

    public MessageFilter? Filter { get; }

    public SpanCallbacks? Callbacks { get; }

    /// <summary>Everything that is said now. Any thread.</summary>
    /// <param name="application">The system's HOCON before reference.conf was put below it.</param>
    /// <param name="system">The system's HOCON with reference.conf.</param>
    /// <param name="name">The system's name.</param>
    public SettingsLayers Read(Config application, Config system, string name) => new(
        application,
        system,
        [.. Layers.Select(layer => new SettingsLayer(SettingsLayer.Code, layer)), .. Sources.Select(source => source.Read(name))],
        Filter ?? Sources.Select(source => source.Filter(name)).FirstOrDefault(filter => filter is not null),
        Sources.Aggregate(Callbacks, (above, source) => above?.Over(source.Callbacks(name)) ?? source.Callbacks(name)));
}
