namespace AkkaInstrumentation;

// What can change while the actor system runs.
public sealed partial class InstrumentationExtension
{
    private readonly InstrumentationControl _control;

    // Each is replaced as a whole. Read by senders for a message that is stamped, and by a mailbox once per run.
    private volatile InstrumentationSettings _settings;
    private volatile RootSampling _roots;
    private volatile RootSampling? _rootsIfTracing;

    // Whether new mailboxes are instrumented: not before there was anything to record, and then for good, so that what
    // is switched off at run time can be switched on again.
    private volatile bool _instruments;

    /// <summary>Changes settings while the actor system runs. With Akka.Hosting it is in the service collection too.</summary>
    public IAkkaInstrumentationControl Control => _control;

    /// <summary>Puts settings in force. One thread at a time, which the control sees to.</summary>
    internal void Adopt(InstrumentationSettings settings)
    {
        var before = _settings;
        AfterTheFact.Change(settings);
        if (!before.TracingSamplingRatio.Equals(settings.TracingSamplingRatio)
            || !before.TracingSamplingBudget.Equals(settings.TracingSamplingBudget)
            || before.TracingAfterTheFactSlowWait != settings.TracingAfterTheFactSlowWait)
        {
            _roots = new RootSampling(settings, _pulse, _roots);
        }

        _rootsIfTracing = settings.TracingEnabled ? _roots : null;
        _settings = settings;
        if (!before.TracingSamplingBudget.Equals(settings.TracingSamplingBudget))
        {
            GrantAnew();
        }

        if (before.TimedPerSecond != settings.TimedPerSecond)
        {
            // the next beat takes it to actor types that are only being made
            _pulse.Touch();
            foreach (var actor in _actorTypes)
            {
                actor.Timing.Limit(settings.TimedPerSecond);
            }
        }

        if (settings.RecordsAnything)
        {
            _instruments = true;
        }

        Count(settings.MetricsEnabled);
        if (!SystemWatch.IsAlike(before, settings))
        {
            _watch?.Stop();
            _watch = SystemWatch.Start(this, Reports);
        }
    }

    private void Count(bool enabled)
    {
        if (Events is { } events)
        {
            events.IsCounting = enabled;
        }
        else if (enabled)
        {
            Events = new EventCounts(_system, Tags, _names);
        }
    }

    // Under a small budget a pair may have to wait for a minute; that must not outlive the budget.
    private void GrantAnew()
    {
        foreach (var message in _actorTypes.SelectMany(actor => actor.Messages))
        {
            Volatile.Write(ref message.NextSpanAt, 0);
        }
    }
}
