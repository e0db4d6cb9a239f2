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
    /// <param name="callbacks">The user's; what is null leaves that of <paramref name="earlier"/>.</param>
    public InstrumentationSetup(
        Config options, MessageFilter? filter = null, InstrumentationSetup? earlier = null, SpanCallbacks? callbacks = null)
    {
        Layers = [options, .. earlier?.Layers ?? []];
        Options = earlier is null ? options : options.WithFallback(earlier.Options);
        Filter = filter ?? earlier?.Filter;
        Callbacks = callbacks?.Over(earlier?.Callbacks) ?? earlier?.Callbacks;
    }

    /// <summary>All options in one.</summary>
    public Config Options { get; }

    /// <summary>The options of each call, the last one first.</summary>
    public IReadOnlyList<Config> Layers { get; }

    public MessageFilter? Filter { get; }

    public SpanCallbacks? Callbacks { get; }
}
