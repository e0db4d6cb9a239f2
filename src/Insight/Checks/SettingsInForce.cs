using System.Globalization;
using Akka.Actor;
using Akka.Configuration;
using Akka.Configuration.Hocon;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Holds the settings of one actor system from all sources, and applies the result: at the start, when they are changed at run time, when a source
/// changes, when a rule with a limited time begins or ends. Only one change runs at a time, under a lock that no mailbox takes.
/// </summary>
/// <param name="system">The actor system.</param>
/// <param name="application">The system's HOCON before reference.conf was put below it.</param>
/// <param name="adopt">Puts settings in force.</param>
internal sealed class SettingsInForce(ExtendedActorSystem system, Config application, Action<InstrumentationSettings> adopt) : ISettingsInForce
{
    /// <summary>The most rules with a limited time at once. Each one's begin and end evaluate all mailboxes again.</summary>
    public const int MaxTimed = 20;

    private readonly InstrumentationSetup _setup = system.Settings.Setup.Get<InstrumentationSetup>() is { HasValue: true, Value: var given }
        ? given : new InstrumentationSetup(Config.Empty);
    private readonly object _lock = new();
    private readonly List<ITimedRule> _timed = [];
    private List<IDisposable> _watched = [];
    private SettingsLayers _layers = null!;

    // Without the rules with a limited time, and with them.
    private InstrumentationSettings _configured = null!;
    private InstrumentationSettings _adopted = null!;
    private Config? _changes;
    private bool _stopped;

    public AkkaEffectiveConfiguration Configuration
    {
        get
        {
            lock (_lock)
            {
                var layers = Above(_layers, _changes);
                return new(
                    [.. SettingsTable<InstrumentationSettings>.Keys.Select(key => SettingIn(layers, key))],
                    [.. _adopted.Rules.Rules.Select(rule => rule.Text)]);
            }
        }
    }

    /// <summary>The system's HOCON before reference.conf was put below it.</summary>
    public Config Application => application;

    /// <inheritdoc />
    public SdkSampler? Sampler { get; private set; }

    /// <summary>Returns the value of a standard variable: of the host's configuration, or of the environment.</summary>
    public Func<string, string?> Variables =>
        _setup.Sources.Select(source => source.Variables).FirstOrDefault(find => find is not null) ?? Environment.GetEnvironmentVariable;

    /// <inheritdoc />
    public InstrumentationSettings Start()
    {
        foreach (var source in _setup.Sources)
        {
            source.Start(system.Settings.Setup);
        }

        Sampler = SdkSampler.Of(Variables);
        _layers = ReadLayers();
        return _adopted = _configured = SettingsReader.Read(_layers);
    }

    /// <inheritdoc />
    public void Follow()
    {
        lock (_lock)
        {
            _watched = [.. _setup.Sources.Select(source => source.Watch(system.Name, SourceChanged)).OfType<IDisposable>()];
        }
    }

    /// <inheritdoc />
    public void Change(string hocon) => Apply(Parsed(hocon));

    /// <param name="change">Keys with the prefix <c>akka.instrumentation</c>.</param>
    /// <exception cref="ConfigurationException">Some part of it is wrong. No setting has changed.</exception>
    public void Apply(Config change)
    {
        lock (_lock)
        {
            PutInForce(_layers, Flat(_changes is null ? change : change.WithFallback(_changes)));
        }
    }

    /// <inheritdoc />
    public void Reset()
    {
        lock (_lock)
        {
            PutInForce(_layers, changes: null);
        }
    }

    /// <summary>The rules with a limited time that are in force.</summary>
    public IReadOnlyList<ITimedRule> Timed
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
    public void Add(ITimedRule rule)
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

    public void Remove(ITimedRule rule)
    {
        lock (_lock)
        {
            if (_timed.Remove(rule) && !_stopped)
            {
                Adopt();
            }
        }
    }

    /// <inheritdoc />
    public void Stop()
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
            system.Log.Error("Changed settings of akka.instrumentation are not taken over, the ones before stay: {0}", e.Message);
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
        if (_timed.Count > 0)
        {
            settings = settings with { Rules = settings.Rules.Below(_timed.Select(timed => timed.Rule)) };
        }

        _adopted = settings;
        adopt(settings);
    }

    private SettingsLayers ReadLayers() => _setup.Read(application, system.Settings.Config, system.Name)
        .Following(SdkSampler.Variable, "tracing.sampling.ratio", Sampler?.Ratio.ToString("R", CultureInfo.InvariantCulture))
        .Following(ExceptionSignal.Variable, "tracing.exceptions.span-events", ExceptionSignal.SpanEvents(Variables));

    private static SettingsLayers Above(SettingsLayers layers, Config? changes) =>
        changes is null ? layers : layers.With(new(SettingsLayer.RunTime, changes));

    // Without fallbacks, which would stay in memory.
    private static Config Flat(Config config) => new(new HoconRoot(config.Root));

    private static Config Parsed(string hocon)
    {
        if (HoconShape.ProblemOf(hocon) is { } problem)
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

    private static AkkaEffectiveSetting SettingIn(SettingsLayers layers, string key)
    {
        var path = $"{InstrumentationSettings.Root}.{key}";
        return new(key, HoconTree.Readable(layers.Merged.GetValue(path)), layers.OriginOf(path));
    }
}

/// <summary>A rule with a limited time.</summary>
internal interface ITimedRule : IDisposable
{
    Rule Rule { get; }

    /// <summary>It is in force, and its time begins.</summary>
    void Begin();
}

/// <summary>What else the layers above the core may do with settings.</summary>
internal static class SettingsInForceExtensions
{
    extension(AkkaInstrumentationControl control)
    {
        public SettingsInForce Settings => (SettingsInForce)control.InForce;
    }
}
