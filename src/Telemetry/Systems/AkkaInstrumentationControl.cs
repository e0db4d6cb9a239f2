using System.Globalization;
using Akka.Actor;
using Akka.Configuration;
using Akka.Configuration.Hocon;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Changes the instrumentation of one actor system while it runs, without a restart. Changes made here take precedence over code,
/// appsettings.json and HOCON. A change applies as a whole, or not at all if any part of it is wrong. Mailboxes
/// apply it at their next run. Counts continue. After the actor system's end, a change is only checked. Any thread.
/// It is in the service collection when Akka.Hosting is used, and otherwise in <see cref="AkkaInstrumentationExtension.Control"/>.
/// </summary>
public sealed class AkkaInstrumentationControl
{
    /// <summary>The most full traces at once. Each is one more rule for every message, and its begin and end evaluate all mailboxes again.</summary>
    internal const int MaxFullTraces = 20;

    // Holds the settings of one actor system from all sources, and applies the result: at the start, when
    // they are changed here, when a source changes, when a full trace begins or ends. Only one change runs at a time, under a lock
    // that no mailbox takes.
    private readonly AkkaInstrumentationExtension _extension;
    private readonly ExtendedActorSystem _system;
    private readonly InstrumentationSetup _setup;
    private readonly Config _application;
    private readonly object _lock = new();
    private readonly List<FullTrace> _fullTraces = [];
    private readonly List<AkkaFollowing> _followings = [];
    private List<IDisposable> _watched = [];
    private SettingsLayers _layers = null!;
    private InstrumentationSettings _configured = null!;
    private Config? _changes;
    private bool _stopped;

    internal AkkaInstrumentationControl(
        AkkaInstrumentationExtension extension, ExtendedActorSystem system, InstrumentationSetup setup, Config application)
    {
        _extension = extension;
        _system = system;
        _setup = setup;
        _application = application;
    }

    /// <summary>Whether spans start. HOCON: <c>tracing.enabled</c>.</summary>
    public bool TracingEnabled
    {
        get => _extension.Settings.TracingEnabled;
        set => Change($"tracing.enabled = {RuleKeys.Word(value)}");
    }

    /// <summary>Whether messages are counted and timed. HOCON: <c>metrics.enabled</c>.</summary>
    public bool MetricsEnabled
    {
        get => _extension.Settings.MetricsEnabled;
        set => Change($"metrics.enabled = {RuleKeys.Word(value)}");
    }

    /// <summary>Share of the new traces, 0 to 1. It is 1 while it is adaptive. HOCON: <c>tracing.sampling.ratio</c>.</summary>
    /// <exception cref="ConfigurationException">The new value is not allowed.</exception>
    public double SamplingRatio
    {
        get => _extension.Settings.SampledShare;
        set => Change($"tracing.sampling.ratio = {Text(value)}");
    }

    /// <summary>
    /// Spans per second; <see cref="double.PositiveInfinity"/> for no limit. HOCON: <c>tracing.sampling.budget</c>.
    /// </summary>
    /// <exception cref="ConfigurationException">The new value is not allowed.</exception>
    public double SamplingBudget
    {
        get => _extension.Settings.TracingSamplingBudget;
        set => Change($"tracing.sampling.budget = {(double.IsPositiveInfinity(value) ? "off" : Text(value))}");
    }

    /// <summary>Every setting in force, with its origin.</summary>
    public AkkaEffectiveConfiguration Configuration
    {
        get
        {
            lock (_lock)
            {
                return AkkaEffectiveConfiguration.Create(Above(_layers, _changes), _extension.Settings);
            }
        }
    }

    internal SystemMetrics Metrics => _extension.Metrics;

    internal AkkaInstrumentationExtension Extension => _extension;

    /// <summary>The system's HOCON before reference.conf was put below it.</summary>
    internal Config Application => _application;

    /// <summary>The sampler that the standard variables name; null for none. It is read once, as the SDK does it.</summary>
    internal SdkSampler? Sampler { get; private set; }

    /// <summary>Returns the value of a standard variable: of the host's configuration, or of the environment.</summary>
    internal Func<string, string?> Variables =>
        _setup.Sources.Select(source => source.Variables).FirstOrDefault(find => find is not null) ?? Environment.GetEnvironmentVariable;

    /// <summary>The settings at the start.</summary>
    /// <exception cref="ConfigurationException">They are wrong.</exception>
    internal InstrumentationSettings Start()
    {
        foreach (var source in _setup.Sources)
        {
            source.Start(_system.Settings.Setup);
        }

        Sampler = SdkSampler.Of(Variables);
        _layers = ReadLayers();
        return _configured = SettingsReader.Read(_layers);
    }

    /// <summary>Applies changes of the sources from now on.</summary>
    internal void Follow()
    {
        lock (_lock)
        {
            _watched = [.. _setup.Sources.Select(source => source.Watch(_system.Name, SourceChanged)).OfType<IDisposable>()];
        }
    }

    /// <summary>
    /// Changes any settings: <c>tracing.sampling.ratio = 0.1</c>, <c>rules.carts { path = "/user/carts/**", trace = never }</c>.
    /// Adds to earlier changes. The value <c>null</c> for a rule removes the rule.
    /// </summary>
    /// <param name="hocon">Keys below <c>akka.instrumentation</c>, with or without that prefix.</param>
    /// <exception cref="ConfigurationException">
    /// The text is not HOCON, or it contains unknown keys, values that are not allowed, or settings that only a start can change. The message lists
    /// all problems. No setting has changed.
    /// </exception>
    public void Change(string hocon)
    {
        ArgumentNullException.ThrowIfNull(hocon);
        Apply(Parsed(hocon));
    }

    /// <param name="change">Keys with the prefix <c>akka.instrumentation</c>.</param>
    /// <exception cref="ConfigurationException">Some part of it is wrong. No setting has changed.</exception>
    internal void Apply(Config change)
    {
        lock (_lock)
        {
            PutInForce(_layers, Flat(_changes is null ? change : change.WithFallback(_changes)));
        }
    }

    /// <summary>Removes all changes that were made here. The configuration applies again. Full traces continue.</summary>
    public void Reset()
    {
        lock (_lock)
        {
            PutInForce(_layers, changes: null);
        }
    }

    /// <summary>
    /// Gives every message to some actors a span, for a limited time, whatever rules, ratio, budget and Props say. This includes messages that
    /// were sent inside an unsampled trace; such a message begins a new trace. A code filter and the sampler of
    /// the OpenTelemetry SDK still apply. If no actor has the path now, a warning in the log names the nearest existing path.
    /// </summary>
    /// <param name="path">Path of an actor, or a pattern as in rules: <c>/user/orders/42</c>, <c>/user/orders/**</c>.</param>
    /// <param name="duration">The duration, at most a day.</param>
    /// <returns>Dispose it to end the full trace earlier.</returns>
    /// <exception cref="ArgumentException">The path is no path or pattern, or the duration is not above zero or above a day.</exception>
    /// <exception cref="InvalidOperationException">20 full traces are in force. One of them must end first.</exception>
    public IDisposable TraceFully(string path, TimeSpan duration)
    {
        var trace = new FullTrace(path, duration, End);
        lock (_lock)
        {
            if (_stopped)
            {
                return trace;
            }

            if (_fullTraces.Count >= MaxFullTraces)
            {
                throw new InvalidOperationException($"{MaxFullTraces} full traces are in force, the most at once. One must end first.");
            }

            _fullTraces.Add(trace);
            Adopt();
            trace.Begin();
        }

        _extension.Observer.TracesFully(trace.Pattern);
        return trace;
    }

    /// <summary>
    /// Follows one order: each message whose value of an attribute is this one begins a recorded trace, with all that follows, also on other nodes,
    /// whatever ratio and budget say. The attribute is one that spans show, by <see cref="SpanAttributeAttribute"/> or a rule's <c>attributes</c>, or
    /// an item of the baggage. It costs messages that have the attribute about as much as sampled ones are asked for, and others nothing.
    /// </summary>
    /// <param name="attribute">The attribute or item, for example <c>order.id</c>.</param>
    /// <param name="value">Its value, as spans show it.</param>
    /// <param name="duration">The duration, at most a day.</param>
    /// <param name="traces">The most traces, up to 10,000.</param>
    /// <returns>What is followed. Dispose it to end that earlier.</returns>
    /// <exception cref="ArgumentException">A value is not allowed.</exception>
    /// <exception cref="InvalidOperationException">20 values are followed. One of them must end first.</exception>
    public AkkaFollowing Follow(string attribute, string value, TimeSpan duration, int traces = 100)
    {
        var following = new AkkaFollowing(attribute, value, duration, traces, End);
        lock (_lock)
        {
            if (_stopped)
            {
                return following;
            }

            if (_followings.Count >= MaxFullTraces)
            {
                throw new InvalidOperationException($"{MaxFullTraces} values are followed, the most at once. One must end first.");
            }

            _followings.Add(following);
            Adopt();
            following.Begin();
        }

        return following;
    }

    /// <summary>The values that are followed now.</summary>
    public IReadOnlyList<AkkaFollowing> Followings
    {
        get
        {
            lock (_lock)
            {
                return [.. _followings];
            }
        }
    }

    /// <summary>The actor system has stopped. No object of the instrumentation may keep it alive.</summary>
    internal void Stop()
    {
        List<IDisposable> held;
        lock (_lock)
        {
            _stopped = true;
            held = [.. _watched, .. _fullTraces, .. _followings];
        }

        // Not under the lock: a source may wait here for a change that it is reporting, and that change waits for the lock.
        held.ForEach(static one => TelemetryFault.Guard(TelemetryFault.Listener, one, static one => one.Dispose()));
    }

    private void End(FullTrace trace)
    {
        lock (_lock)
        {
            if (_fullTraces.Remove(trace) && !_stopped)
            {
                Adopt();
            }
        }
    }

    private void End(AkkaFollowing following)
    {
        lock (_lock)
        {
            if (_followings.Remove(following) && !_stopped)
            {
                Adopt();
            }
        }
    }

    // A wrong file that is just being edited must not stop the application. The settings in force stay.
    private void SourceChanged()
    {
        try
        {
            lock (_lock)
            {
                if (!_stopped)
                {
                    PutInForce(ReadLayers(), _changes);
                }
            }
        }
        catch (Exception e)
        {
            _system.Log.Error("Changed settings of akka.instrumentation are not taken over, the ones before stay: {0}", e.Message);
        }
    }

    // After the actor system's end, changes are only checked.
    private void PutInForce(SettingsLayers layers, Config? changes)
    {
        var settings = SettingsReader.Read(Above(layers, changes), _configured);
        if (_stopped)
        {
            return;
        }

        (_layers, _changes) = (layers, changes);

        // Rules with equal content stay the same object, so no mailbox has to evaluate its messages again.
        settings.Rules.Inherit(_configured.Rules);
        _configured = settings.Rules.Equals(_configured.Rules) ? settings with { Rules = _configured.Rules } : settings;
        Adopt();
    }

    private void Adopt()
    {
        var settings = _configured;
        if (_fullTraces.Count + _followings.Count > 0)
        {
            var followed = _followings.Select(following => following.Followed).ToArray();
            settings = settings with { Rules = settings.Rules.Below(_fullTraces.Select(trace => trace.Rule), followed) };
        }

        _extension.Adopt(settings);
    }

    private SettingsLayers ReadLayers() => _setup.Read(_application, _system.Settings.Config, _system.Name)
        .Following(SdkSampler.Variable, "tracing.sampling.ratio", Sampler?.Ratio.ToString("R", CultureInfo.InvariantCulture))
        .Following(ExceptionSignal.Variable, "tracing.exceptions.span-events", ExceptionSignal.SpanEvents(Variables));

    private static SettingsLayers Above(SettingsLayers layers, Config? changes) =>
        changes is null ? layers : layers.With(new(SettingsLayer.RunTime, changes));

    // Without fallbacks, which would stay in memory.
    private static Config Flat(Config config) => new(new HoconRoot(config.Root));

    private static Config Parsed(string hocon)
    {
        if (ConfigurationChecks.All.ProblemOf(hocon) is { } problem)
        {
            throw SettingsReader.Problem(problem);
        }

        try
        {
            var parsed = string.IsNullOrWhiteSpace(hocon) ? Config.Empty : ConfigurationFactory.ParseString(hocon);
            return parsed.IsNullOrEmpty() || parsed.HasPath(SettingsReader.Root)
                ? parsed : HoconTree.Config(SettingsReader.Root, parsed.Root.GetObject());
        }
        catch (Exception e) when (e is not ConfigurationException)
        {
            throw SettingsReader.Problem($"the change is no HOCON: {e.Message}", e);
        }
    }

    private static string Text(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
