using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Changes the instrumentation of one actor system while it runs, without a restart. What is set here wins over code,
/// appsettings.json and HOCON. A change is taken over as a whole or, when anything in it is wrong, not at all; mailboxes
/// take it over with their next run, counts go on from where they are. After the actor system's end a change is only checked. Any thread.
/// In the service collection when Akka.Hosting is used, otherwise <see cref="InstrumentationExtension.Control"/>.
/// </summary>
public interface IAkkaInstrumentationControl
{
    /// <summary>Whether spans are started. HOCON: <c>tracing.enabled</c>.</summary>
    bool TracingEnabled { get; set; }

    /// <summary>Whether messages are counted and timed. HOCON: <c>metrics.enabled</c>.</summary>
    bool MetricsEnabled { get; set; }

    /// <summary>Share of the new traces, 0 to 1. HOCON: <c>tracing.sampling.ratio</c>.</summary>
    /// <exception cref="ConfigurationException">Set to a number that is not allowed.</exception>
    double SamplingRatio { get; set; }

    /// <summary>
    /// Spans per second, <see cref="double.PositiveInfinity"/> for no limit. HOCON: <c>tracing.sampling.budget</c>.
    /// </summary>
    /// <exception cref="ConfigurationException">Set to a number that is not allowed.</exception>
    double SamplingBudget { get; set; }

    /// <summary>Every setting in force, with its origin.</summary>
    EffectiveConfiguration Configuration { get; }

    /// <summary>
    /// Changes any settings: <c>tracing.sampling.ratio = 0.1</c>, <c>rules.carts { path = "/user/carts/**", trace = never }</c>.
    /// Adds to what was changed before; <c>null</c> as a rule takes a rule away.
    /// </summary>
    /// <param name="hocon">Keys below <c>akka.instrumentation</c>, or with that in front.</param>
    /// <exception cref="ConfigurationException">
    /// Text that is no HOCON, unknown keys, values that are not allowed, or settings that only a start can change; the message lists all of
    /// them, and nothing has changed.
    /// </exception>
    void Change(string hocon);

    /// <summary>Takes back all that was changed here; what configuration says holds again. Full traces go on.</summary>
    void Reset();

    /// <summary>
    /// For a time every message to some actors gets a span, whatever rules, ratio, budget and their Props say; also one that was
    /// sent inside a trace that is not sampled, which then begins a trace of its own. A code filter and the sampler of
    /// the OpenTelemetry SDK are still asked. A warning in the log says when no actor has the path now, with the nearest path that one has.
    /// </summary>
    /// <param name="path">Path of an actor, or a pattern as in rules: <c>/user/orders/42</c>, <c>/user/orders/**</c>.</param>
    /// <param name="duration">How long, at most a day.</param>
    /// <returns>Disposing it ends the full trace earlier.</returns>
    /// <exception cref="ArgumentException">The path is no path or pattern, or the duration is not above zero or above a day.</exception>
    IDisposable TraceFully(string path, TimeSpan duration);
}
