using System.Globalization;
using Akka.Actor;
using Akka.Configuration;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Holds what is said about one actor system's settings, and puts what follows from it in force: at the start, when
/// somebody changes it here, when a source changes, when a full trace begins or ends. One change at a time, under a lock that
/// no mailbox ever takes.
/// </summary>
internal sealed class InstrumentationControl(
    InstrumentationExtension extension, ExtendedActorSystem system, InstrumentationSetup setup, Config application) : IAkkaInstrumentationControl
{
    private readonly object _lock = new();
    private readonly List<FullTrace> _fullTraces = [];
    private List<IDisposable> _watched = [];
    private SettingsLayers _layers = null!;
    private InstrumentationSettings _configured = null!;
    private Config? _changes;
    private bool _stopped;

    public bool TracingEnabled
    {
        get => extension.Settings.TracingEnabled;
        set => Change($"tracing.enabled = {HoconSwitch.Write(value)}");
    }

    public bool MetricsEnabled
    {
        get => extension.Settings.MetricsEnabled;
        set => Change($"metrics.enabled = {HoconSwitch.Write(value)}");
    }

    public double SamplingRatio
    {
        get => extension.Settings.TracingSamplingRatio;
        set => Change($"tracing.sampling.ratio = {Text(value)}");
    }

    public double SamplingBudget
    {
        get => extension.Settings.TracingSamplingBudget;
        set => Change($"tracing.sampling.budget = {(double.IsPositiveInfinity(value) ? "off" : Text(value))}");
    }

    public EffectiveConfiguration Configuration
    {
        get
        {
            lock (_lock)
            {
                return EffectiveConfiguration.Of(Above(_layers, _changes), extension.Settings);
            }
        }
    }

    /// <summary>The settings to start with.</summary>
    /// <exception cref="ConfigurationException">They are wrong.</exception>
    public InstrumentationSettings Start()
    {
        _layers = ReadLayers();
        return _configured = SettingsReader.Read(_layers);
    }

    /// <summary>From now on what a source changes is taken over.</summary>
    public void Follow()
    {
        lock (_lock)
        {
            _watched = [.. setup.Sources.Select(source => source.Watch(system.Name, SourceChanged)).OfType<IDisposable>()];
        }
    }

    public void Change(string hocon)
    {
        ArgumentNullException.ThrowIfNull(hocon);
        Change(Parsed(hocon));
    }

    /// <param name="change">Keys with <c>akka.instrumentation</c> in front.</param>
    /// <exception cref="ConfigurationException">Something in it is wrong; nothing has changed.</exception>
    public void Change(Config change)
    {
        lock (_lock)
        {
            PutInForce(_layers, HoconText.Flat(_changes is null ? change : change.WithFallback(_changes)));
        }
    }

    public void Reset()
    {
        lock (_lock)
        {
            PutInForce(_layers, changes: null);
        }
    }

    public IDisposable TraceFully(string path, TimeSpan duration)
    {
        var trace = new FullTrace(path, duration, End);
        lock (_lock)
        {
            if (_stopped)
            {
                return trace;
            }

            _fullTraces.Add(trace);
            Adopt();
            trace.Begin();
        }

        if (LivingActors.NearestIfNone(system, trace.Pattern) is { } nearest)
        {
            extension.Warnings.Say(
                $"The full trace of {trace.Pattern} is about no actor that lives now{(nearest.Length > 0 ? $", the nearest path of one is {nearest}" : "")}. "
                + "It is in force for actors that start there before it ends.");
        }

        return trace;
    }

    /// <summary>The actor system has stopped: nothing of ours may keep it.</summary>
    public void Stop()
    {
        List<IDisposable> held;
        lock (_lock)
        {
            _stopped = true;
            held = [.. _watched, .. _fullTraces];
        }

        // not under the lock: a source may wait for a change that it is just telling, and that waits for the lock
        held.ForEach(one => one.Dispose());
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

    // A file that is wrong while somebody edits it must not take anything down: what was in force stays.
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

    // What comes after the actor system's end is only checked.
    private void PutInForce(SettingsLayers layers, Config? changes)
    {
        var settings = SettingsReader.Read(Above(layers, changes), _configured);
        if (_stopped)
        {
            return;
        }

        (_layers, _changes) = (layers, changes);

        // rules that say the same stay the same object: no mailbox has to judge its messages anew
        settings.Rules.Inherit(_configured.Rules);
        _configured = settings.Rules.Equals(_configured.Rules) ? settings with { Rules = _configured.Rules } : settings;
        Adopt();
    }

    private void Adopt()
    {
        var settings = _configured;
        if (_fullTraces.Count > 0)
        {
            settings = settings with { Rules = settings.Rules.Below(_fullTraces.Select(trace => trace.Rule)) };
        }

        extension.Adopt(settings);
    }

    private SettingsLayers ReadLayers() => setup.Read(application, system.Settings.Config, system.Name);

    private static SettingsLayers Above(SettingsLayers layers, Config? changes) =>
        changes is null ? layers : layers.With(new(SettingsLayer.RunTime, changes));

    private static Config Parsed(string hocon)
    {
        if (HoconShape.ProblemOf(hocon) is { } problem)
        {
            throw new ConfigurationException($"{SettingsReader.Root} is not valid: {problem}.");
        }

        try
        {
            var parsed = string.IsNullOrWhiteSpace(hocon) ? Config.Empty : ConfigurationFactory.ParseString(hocon);
            return parsed.IsNullOrEmpty() || parsed.HasPath(SettingsReader.Root) ? parsed : HoconText.Section(HoconText.Inner(parsed.Root));
        }
        catch (Exception e) when (e is not ConfigurationException)
        {
            throw new ConfigurationException($"{SettingsReader.Root} is not valid: the change is no HOCON: {e.Message}", e);
        }
    }

    private static string Text(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
