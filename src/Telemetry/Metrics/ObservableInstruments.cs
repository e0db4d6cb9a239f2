using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// The observable instruments. A collection reads them from the actor systems (<see cref="ActorSystems"/>).
/// Those about mailboxes share one walk (<see cref="CollectionCycle"/>); the others read a few counts.
/// </summary>
internal static class ObservableInstruments
{
    static ObservableInstruments()
    {
        Counter(
            AkkaMetricNames.ActorFailures, AkkaMetricNames.FailureUnit, "Handlers that threw.", system => Counts(system, actor => actor.Failures.SelectMany(failure => failure.Counts)), made => Failures = made);
        Counter(
            AkkaMetricNames.ActorDeadLetters, AkkaMetricNames.MessageUnit, "Messages that reached nobody.", system => Events(system, events => events.DeadLetters), made => DeadLetters = made);
        Counter(
            AkkaMetricNames.ActorUnhandled, AkkaMetricNames.MessageUnit, "Messages that actors got and did not handle.", system => Events(system, events => events.Unhandled), made => Unhandled = made);
        Counter(
            AkkaMetricNames.LogEvents, AkkaMetricNames.EventUnit, "Events that were published for loggers.", system => Events(system, events => events.Logged), made => LogEvents = made);
        Counter(AkkaMetricNames.ActorRestarts, AkkaMetricNames.RestartUnit, "Restarts that a supervisor ordered.", system => Counts(system, actor => actor.Restarts));
        Counter(AkkaMetricNames.StashMessages, AkkaMetricNames.MessageUnit, "Messages that actors stashed.", system => Counts(system, actor => actor.Stashed));
        Counter(AkkaMetricNames.MailboxDropped, AkkaMetricNames.MessageUnit, "Messages that a mailbox did not take.", system => Counts(system, actor => actor.Drops));

        // The instruments that share a walk follow, one after the other: a listener reads them in the order in which they were made.
        Pulled.WalkedCounter(1, AkkaMetricNames.ActorMessages, AkkaMetricNames.MessageUnit, "Messages given to actors.", MessagesOf, made => Messages = made);
        Gauge(AkkaMetricNames.MailboxPeakDepth, 2, type => type.Peak, "Messages in the fullest mailbox at any run of the last minute.", made => Peak = made);
        Pulled.WalkedGauge<double>(
            4, AkkaMetricNames.MailboxOldestAge, AkkaMetricNames.Seconds, "Time since the oldest waiting message was enqueued.", type => type.OldestAge, made => Age = made);
        Gauge(AkkaMetricNames.MailboxMaxDepth, 8, type => type.Depths.Largest, "Messages in the fullest mailbox.");
        Pulled.WalkedUpDown(16, AkkaMetricNames.MailboxDepth, AkkaMetricNames.MessageUnit, "Messages that wait in mailboxes.", type => type.Depths.Sum);
        Pulled.WalkedUpDown(32, AkkaMetricNames.ActorLive, AkkaMetricNames.ActorUnit, "Actors that live and have an instrumented mailbox.", type => type.Live);
        Lifecycle(AkkaMetricNames.ActorStarted, 64, type => type.Started, "Actors that started.");
        Lifecycle(AkkaMetricNames.ActorStopped, 128, type => type.Stopped, "Actors that stopped.");
        PressureInstruments.Create();
    }

    public static Instrument Failures { get; private set; } = null!;

    public static Instrument DeadLetters { get; private set; } = null!;

    public static Instrument Unhandled { get; private set; } = null!;

    public static Instrument LogEvents { get; private set; } = null!;

    public static Instrument Messages { get; private set; } = null!;

    /// <summary>Always true. Reading it creates the instruments.</summary>
    public static bool Made => Messages is not null;

    /// <summary>Whether runs should record the depth of their mailbox.</summary>
    public static bool WantsPeak => Peak.Enabled;

    /// <summary>Whether a listener wants the age of waiting messages.</summary>
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

    private static IEnumerable<Measurement<long>> Counts(SystemMetrics system, Func<ActorTypeInfo, long> of) =>
        from actor in system.ActorTypes
        let count = of(actor)
        where count > 0
        select new Measurement<long>(count, actor.Tags);

    private static IEnumerable<Measurement<long>> Counts(SystemMetrics system, Func<ActorTypeInfo, IEnumerable<TaggedCount>> of) =>
        system.ActorTypes.SelectMany(of).Select(count => new Measurement<long>(count.Value, count.Tags));

    private static IEnumerable<Measurement<long>> Events(SystemMetrics system, Func<EventCounts, IEnumerable<TaggedCount>> of) =>
        system.Events is { } events ? of(events).Where(count => count.Value > 0).Select(count => new Measurement<long>(count.Value, count.Tags)) : [];

    private static void Counter(
        string name, string unit, string meaning, Func<SystemMetrics, IEnumerable<Measurement<long>>> of, Action<Instrument>? use = null) =>
        Pulled.Counter(name, unit, meaning, of, use);

    private static void Lifecycle(string name, int bit, Func<ActorTypeTotals, long> value, string meaning) =>
        Pulled.WalkedCounter(bit, name, AkkaMetricNames.ActorUnit, meaning, type => [new(value(type), type.Actor.Tags)]);

    private static void Gauge(string name, int bit, Func<ActorTypeTotals, long> value, string meaning, Action<Instrument>? use = null) =>
        Pulled.WalkedGauge<long>(bit, name, AkkaMetricNames.MessageUnit, meaning, type => value(type), use);
}
