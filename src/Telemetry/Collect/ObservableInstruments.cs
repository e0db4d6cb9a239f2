using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// The instruments that are pulled at collection from the actor systems (<see cref="ActorSystems"/>).
/// Those about mailboxes share one walk (<see cref="CollectionCycle"/>), the others read a few counts.
/// </summary>
internal static class ObservableInstruments
{
    static ObservableInstruments()
    {
        Counter(
            MetricNames.Failures, MetricNames.FailureUnit, "Handlers that threw.", system => Counts(system, actor => actor.Failures.SelectMany(failure => failure.Counts)), made => Failures = made);
        Counter(
            MetricNames.DeadLetters, MetricNames.MessageUnit, "Messages that reached nobody.", system => Events(system, events => events.DeadLetters), made => DeadLetters = made);
        Counter(
            MetricNames.Unhandled, MetricNames.MessageUnit, "Messages that actors got and did not handle.", system => Events(system, events => events.Unhandled), made => Unhandled = made);
        Counter(
            MetricNames.LogEvents, MetricNames.EventUnit, "Events that were published for loggers.", system => Events(system, events => events.Logged), made => LogEvents = made);
        Counter(MetricNames.Restarts, MetricNames.RestartUnit, "Restarts that a supervisor ordered.", system => Counts(system, actor => actor.Restarts));
        Counter(MetricNames.StashMessages, MetricNames.MessageUnit, "Messages that actors stashed.", system => Counts(system, actor => actor.Stashed));
        Counter(MetricNames.MailboxDropped, MetricNames.MessageUnit, "Messages that a mailbox did not take.", system => Counts(system, actor => actor.Drops));

        // From here on those that share a walk, one after the other: a listener asks in the order in which they were made.
        Pulled.WalkedCounter(1, MetricNames.Messages, MetricNames.MessageUnit, "Messages given to actors.", MessagesOf, made => Messages = made);
        Gauge(MetricNames.MailboxDepthPeak, 2, type => type.Peak, "Messages in the fullest mailbox at any run of the last minute.", made => Peak = made);
        Pulled.WalkedGauge<double>(
            4, MetricNames.MailboxOldestAge, MetricNames.Seconds, "Time since the oldest waiting message was enqueued.", type => type.OldestAge, made => Age = made);
        Gauge(MetricNames.MailboxDepthMax, 8, type => type.Depths.Largest, "Messages in the fullest mailbox.");
        Pulled.WalkedUpDown(16, MetricNames.MailboxDepth, MetricNames.MessageUnit, "Messages that wait in mailboxes.", type => type.Depths.Sum);
        Pulled.WalkedUpDown(32, MetricNames.Live, MetricNames.ActorUnit, "Actors that live and have an instrumented mailbox.", type => type.Live);
        Lifecycle(MetricNames.Started, 64, type => type.Started, "Actors that started.");
        Lifecycle(MetricNames.Stopped, 128, type => type.Stopped, "Actors that stopped.");
        PressureInstruments.Create();
    }

    public static Instrument Failures { get; private set; } = null!;

    public static Instrument DeadLetters { get; private set; } = null!;

    public static Instrument Unhandled { get; private set; } = null!;

    public static Instrument LogEvents { get; private set; } = null!;

    public static Instrument Messages { get; private set; } = null!;

    /// <summary>True: to ask makes them.</summary>
    public static bool Made => Messages is not null;

    /// <summary>Whether a run should note how full its mailbox is.</summary>
    public static bool WantsPeak => Peak.Enabled;

    /// <summary>Whether the age of waiting messages is worth looking for.</summary>
    public static bool WantsAge => Age.Enabled;

    private static Instrument Peak { get; set; } = null!;

    private static Instrument Age { get; set; } = null!;

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

    private static IEnumerable<Measurement<long>> Counts(InstrumentationExtension system, Func<ActorTypeInfo, long> of) =>
        from actor in system.ActorTypes
        let count = of(actor)
        where count > 0
        select new Measurement<long>(count, actor.Tags);

    private static IEnumerable<Measurement<long>> Counts(InstrumentationExtension system, Func<ActorTypeInfo, IEnumerable<TaggedCount>> of) =>
        system.ActorTypes.SelectMany(of).Select(count => new Measurement<long>(count.Value, count.Tags));

    private static IEnumerable<Measurement<long>> Events(InstrumentationExtension system, Func<EventCounts, IEnumerable<TaggedCount>> of) =>
        system.Events is { } events ? of(events).Where(count => count.Value > 0).Select(count => new Measurement<long>(count.Value, count.Tags)) : [];

    private static void Counter(
        string name, string unit, string meaning, Func<InstrumentationExtension, IEnumerable<Measurement<long>>> of, Action<Instrument>? use = null) =>
        Pulled.Counter(name, unit, meaning, of, use);

    private static void Lifecycle(string name, int bit, Func<ActorTypeTotals, long> value, string meaning) =>
        Pulled.WalkedCounter(bit, name, MetricNames.ActorUnit, meaning, type => [new(value(type), type.Actor.Tags)]);

    private static void Gauge(string name, int bit, Func<ActorTypeTotals, long> value, string meaning, Action<Instrument>? use = null) =>
        Pulled.WalkedGauge<long>(bit, name, MetricNames.MessageUnit, meaning, type => value(type), use);
}
