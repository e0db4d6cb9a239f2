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
    /// <summary>The most rules with a limited time at once. Each one's begin and end evaluate all mailboxes again.</summary>
    internal const int MaxTimed = 20;

    // Holds the settings of one actor system from all sources, and applies the result: at the start, when
    // they are changed here, when a source changes, when a rule with a limited time begins or ends. Only one change runs at a time, under a lock
    // that no mailbox takes.
    private readonly AkkaInstrumentationExtension _extension;
    private readonly ExtendedActorSystem _system;
    private readonly InstrumentationSetup _setup;
    private readonly Config _application;
    private readonly object _lock = new();
    private readonly List<ITimedRule> _timed = [];
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
        return _configured = ConfigurationReading.Reader.Read(_layers);
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

    /// <summary>Removes all changes that were made here. The configuration applies again. What was selected for a limited time continues.</summary>
    public void Reset()
    {
        lock (_lock)
        {
            PutInForce(_layers, changes: null);
        }
    }

    /// <summary>The rules with a limited time that are in force.</summary>
    internal IReadOnlyList<ITimedRule> Timed
    {
        get
        {
            lock (_lock)
            {
                return [.. _timed];
            }
        }
    }

    /// <summary>
    /// Puts a rule with a limited time in force, which takes itself away at its end. After the actor system's end, it does nothing.
    /// </summary>
    /// <exception cref="InvalidOperationException">As many as may be are in force.</exception>
    internal void Add(ITimedRule rule)
    {
        lock (_lock)
        {
            if (_stopped)
            {
                return;
            }

            if (_timed.Count >= MaxTimed)
            {
                throw new InvalidOperationException(
                    $"{MaxTimed} full traces are in force, with what is followed and recorded, the most at once. One must end first.");
            }

            _timed.Add(rule);
            Adopt();
            rule.Begin();
        }
    }

    internal void Remove(ITimedRule rule)
    {
        lock (_lock)
        {
            if (_timed.Remove(rule) && !_stopped)
            {
                Adopt();
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
            held = [.. _watched, .. _timed];
        }

        // Not under the lock: a source may wait here for a change that it is reporting, and that change waits for the lock.
        held.ForEach(static one => TelemetryFault.Guard(TelemetryFault.Listener, one, static one => one.Dispose()));
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
        var settings = ConfigurationReading.Reader.Read(Above(layers, changes), _configured);
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
        if (_timed.Count > 0)
        {
            settings = settings with { Rules = settings.Rules.Below(_timed.Select(timed => timed.Rule)) };
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
        if (ConfigurationReading.Reader.ProblemOf(hocon) is { } problem)
        {
            throw SettingsProblems.Error(problem);
        }

        try
        {
            var parsed = string.IsNullOrWhiteSpace(hocon) ? Config.Empty : ConfigurationFactory.ParseString(hocon);
            return parsed.IsNullOrEmpty() || parsed.HasPath(InstrumentationSettings.Root)
                ? parsed : HoconTree.Config(InstrumentationSettings.Root, parsed.Root.GetObject());
        }
        catch (Exception e) when (e is not ConfigurationException)
        {
            throw SettingsProblems.Error($"the change is no HOCON: {e.Message}", e);
        }
    }

    private static string Text(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}

/// <summary>A rule with a limited time. The assembly above implements it.</summary>
internal interface ITimedRule : IDisposable
{
    Rule Rule { get; }

    /// <summary>It is in force, and its time begins.</summary>
    void Begin();
}
