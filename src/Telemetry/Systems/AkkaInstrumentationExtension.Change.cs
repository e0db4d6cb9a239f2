namespace AkkaInstrumentation;

// The settings that can change while the actor system runs.
public sealed partial class AkkaInstrumentationExtension
{
    private readonly AkkaInstrumentationControl _control;

    // Each of these objects is replaced as a whole. Senders read them for a message with a timestamp, and mailboxes read them once per run.
    private volatile InstrumentationSettings _settings;
    private volatile SpanTemplate _spans;
    private volatile RootSampling _roots;
    private volatile RootSampling? _rootsIfTracing;

    // Guards the change of the common parts of all spans, because the address becomes known while the system runs.
    private readonly object _describing = new();
    private string? _nodeAddress;

    // Whether new mailboxes are instrumented. It becomes true when there is anything to record, and stays true. So features that are switched off at
    // run time can be switched on again.
    private volatile bool _instruments;

    /// <summary>Changes settings while the actor system runs. With Akka.Hosting it is in the service collection too.</summary>
    public AkkaInstrumentationControl Control => _control;

    /// <summary>Applies settings. The control makes sure that only one thread calls it at a time.</summary>
    internal void Adopt(InstrumentationSettings settings)
    {
        Apply(settings);
        Observer.Adopt(settings);
    }

    // Called at the start too, when nothing has changed yet.
    private void Apply(InstrumentationSettings settings)
    {
        var before = _settings;
        lock (_describing)
        {
            _spans = SpansOf(settings);
        }

        _roots = RootsOf(settings, _roots);
        Retroactive.Change(
            settings.TracingRetroactiveErrors, settings.TracingRetroactiveSlowWait, settings.TracingRetroactiveSlowWork,
            settings.TracingRetroactiveLimit, _roots);
        _rootsIfTracing = settings.TracingEnabled ? _roots : null;
        _settings = settings;
        if (before.TimedPerSecond != settings.TimedPerSecond || before.TimedRunsPerSecond != settings.TimedRunsPerSecond)
        {
            // The next adaptation applies the rate to actor types that are being created now.
            _adaptation.Touch();
            Metrics.Limit(settings.TimedPerSecond, settings.TimedRunsPerSecond);
        }

        if (settings.RecordsAnything)
        {
            _instruments = true;
        }

        Metrics.Excluded = new(settings.MetricsExcludedAttributes);
        Metrics.Tags.HasMessaging = settings.TracingMessagingAttributes;
        if (settings.TracingMessagingAttributes)
        {
            MessagingInstruments.Publish();
        }

        Metrics.IsEnabled = settings.MetricsEnabled;
    }

    /// <summary>
    /// The system has been associated with another node for the first time, so spans contain this node's address from now on. Any thread. A mailbox
    /// that is running uses the address from its next run on.
    /// </summary>
    internal void OnFirstAssociation(string ownAddress)
    {
        lock (_describing)
        {
            _nodeAddress = ownAddress;
            _spans = _spans with { NodeAddress = ownAddress };
        }
    }
}
