using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// The instruments that are pulled at collection from the actor systems that live (<see cref="ActorSystems"/>).
/// Those about mailboxes share one walk (<see cref="CollectionCycle"/>), the others read a few counts.
/// </summary>
internal static class ObservableInstruments
{
    public static readonly Instrument Failures = Counter(
        MetricNames.Failures, MetricNames.FailureUnit, "Handlers that threw.", () => Counts(actor => actor.Failures.SelectMany(failure => failure.Counts)));

    public static readonly Instrument DeadLetters = Counter(
        MetricNames.DeadLetters, MetricNames.MessageUnit, "Messages that reached nobody.", () => Events(events => events.DeadLetters));

    public static readonly Instrument Unhandled = Counter(
        MetricNames.Unhandled, MetricNames.MessageUnit, "Messages that actors got and did not handle.", () => Events(events => events.Unhandled));

    public static readonly Instrument LogEvents = Counter(
        MetricNames.LogEvents, MetricNames.EventUnit, "Events that were published for loggers.", () => Events(events => events.Logged));

    public static readonly Instrument Restarts = Counter(
        MetricNames.Restarts, MetricNames.RestartUnit, "Restarts that a supervisor ordered.", () => Counts(actor => actor.Restarts));

    public static readonly Instrument Stashed = Counter(
        MetricNames.StashMessages, MetricNames.MessageUnit, "Messages that actors stashed.", () => Counts(actor => actor.Stashed));

    public static readonly Instrument Dropped = Counter(
        MetricNames.MailboxDropped, MetricNames.MessageUnit, "Messages that a mailbox did not take.", () => Counts(actor => actor.Drops));

    // From here on those that share a walk, one after the other: a listener asks in the order in which they were made.
    public static readonly Instrument Messages = Counter(
        MetricNames.Messages, MetricNames.MessageUnit, "Messages given to actors.", () => CollectionCycle.Observe(1, MessagesOf));

    private static readonly Instrument Peak = Gauge(
        MetricNames.MailboxDepthPeak, 2, type => type.Peak, "Messages in the fullest mailbox at any run of the last minute.");

    private static readonly Instrument Age = AkkaTelemetry.Meter.CreateObservableGauge(
        MetricNames.MailboxOldestAge,
        () => CollectionCycle.Observe<double>(4, type => [new(type.OldestAge, type.Actor.Tags)]),
        MetricNames.Seconds,
        "Time since the oldest waiting message was enqueued.");

    static ObservableInstruments()
    {
        _ = Gauge(MetricNames.MailboxDepthMax, 8, type => type.Depths.Largest, "Messages in the fullest mailbox.");
        _ = UpDown(MetricNames.MailboxDepth, 16, MetricNames.MessageUnit, type => type.Depths.Sum, "Messages that wait in mailboxes.");
        _ = UpDown(MetricNames.Live, 32, MetricNames.ActorUnit, type => type.Live, "Actors that live and have an instrumented mailbox.");
        _ = Lifecycle(MetricNames.Started, 64, type => type.Started, "Actors that started.");
        _ = Lifecycle(MetricNames.Stopped, 128, type => type.Stopped, "Actors that stopped.");
        PressureInstruments.Create();
    }

    /// <summary>Whether a run should note how full its mailbox is.</summary>
    public static bool WantsPeak => Peak.Enabled;

    /// <summary>Whether the age of waiting messages is worth looking for.</summary>
    public static bool WantsAge => Age.Enabled;

    private static IEnumerable<Measurement<long>> MessagesOf(ActorTypeTotals type)
    {
        foreach (var (message, count) in type.Messages)
        {
            if (count > 0)
            {
                yield return new(count, message.Tags);
            }
        }
    }

    private static IEnumerable<Measurement<long>> Counts(Func<ActorTypeInfo, long> of) =>
        from actor in ActorSystems.ActorTypes()
        let count = of(actor)
        where count > 0
        select new Measurement<long>(count, actor.Tags);

    private static IEnumerable<Measurement<long>> Counts(Func<ActorTypeInfo, IEnumerable<TaggedCount>> of) =>
        ActorSystems.ActorTypes().SelectMany(of).Select(count => new Measurement<long>(count.Value, count.Tags));

    private static IEnumerable<Measurement<long>> Events(Func<EventCounts, IEnumerable<TaggedCount>> of) =>
        ActorSystems.Events().SelectMany(of).Where(count => count.Value > 0).Select(count => new Measurement<long>(count.Value, count.Tags));

    private static ObservableCounter<long> Counter(string name, string unit, string meaning, Func<IEnumerable<Measurement<long>>> observe) =>
        AkkaTelemetry.Meter.CreateObservableCounter(name, observe, unit, meaning);

    private static ObservableCounter<long> Lifecycle(string name, int bit, Func<ActorTypeTotals, long> value, string meaning) =>
        Counter(name, MetricNames.ActorUnit, meaning, () => Each(bit, value));

    private static ObservableGauge<long> Gauge(string name, int bit, Func<ActorTypeTotals, long> value, string meaning) =>
        AkkaTelemetry.Meter.CreateObservableGauge(name, () => Each(bit, value), MetricNames.MessageUnit, meaning);

    private static ObservableUpDownCounter<long> UpDown(string name, int bit, string unit, Func<ActorTypeTotals, long> value, string meaning) =>
        AkkaTelemetry.Meter.CreateObservableUpDownCounter(name, () => Each(bit, value), unit, meaning);

    private static IEnumerable<Measurement<long>> Each(int bit, Func<ActorTypeTotals, long> value) =>
        CollectionCycle.Observe<long>(bit, type => [new(value(type), type.Actor.Tags)]);
}
