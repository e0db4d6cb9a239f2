using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Numerics;

namespace AkkaInstrumentation;

/// <summary>
/// The observable instruments about actors and mailboxes, and about the instrumentation itself. A collection reads them from the actor systems
/// (<see cref="ActorSystems"/>). Metrics about the whole process have no <see cref="AkkaSpanAttributes.ActorSystemName"/>.
/// </summary>
internal static class ObservableInstruments
{
    public static readonly Instrument Failures = ObservableMetrics.Counter(
        AkkaMetricNames.ActorFailures, AkkaMetricNames.FailureUnit, "Handlers that threw, starts, recoveries and writes that failed.",
            OfActors(actor => actor.Failures.SelectMany(failure => failure.Counts)));

    public static readonly Instrument Messages = ObservableMetrics.Counter(
        AkkaMetricNames.ActorMessages,
        AkkaMetricNames.MessageUnit,
        "Messages given to actors.",
        system => from type in system.ActorTypes
                  from message in type.Messages
                  where message.Messages > 0
                  select new Measurement<long>(message.Messages, message.Type.Tags));

    public static readonly Instrument Peak = ObservableMetrics.Gauge<long>(
        AkkaMetricNames.MailboxPeakDepth, AkkaMetricNames.MessageUnit, "Messages in the fullest mailbox at any run of the last minute.", type =>
            type.Peak);

    public static readonly Instrument Age = ObservableMetrics.Gauge<double>(
        AkkaMetricNames.MailboxOldestAge, AkkaMetricNames.Seconds, "Time since the oldest waiting message was enqueued.", type => type.OldestAge);

    public static readonly Instrument Runs = ObservableMetrics.Counter(
        AkkaMetricNames.DispatcherRuns,
        AkkaMetricNames.RunUnit,
        "Runs of mailboxes.",
        system => system.Dispatchers.Select(dispatcher => new Measurement<long>(dispatcher.Runs, dispatcher.Tags)));

    public static readonly Instrument DispatcherBusy = ObservableMetrics.Counter(
        AkkaMetricNames.DispatcherBusyTime,
        AkkaMetricNames.Seconds,
        "Time that runs of mailboxes occupied threads.",
        system => system.Metrics.Dispatchers.Select(dispatcher => new Measurement<double>(dispatcher.BusySeconds, dispatcher.Tags)));

    public static readonly Instrument ActorBusy = ObservableMetrics.Counter(
        AkkaMetricNames.ActorBusyTime,
        AkkaMetricNames.Seconds,
        "Time that handlers occupied threads, awaiting not included.",
        system => from actor in system.Metrics.ActorTypes
                  from message in actor.Messages
                  from busy in message.BusyTimes
                  select new Measurement<double>(busy.Seconds, busy.Tags));

    public static readonly Instrument Allocated = ObservableMetrics.Counter(
        AkkaMetricNames.ActorAllocated,
        AkkaMetricNames.Bytes,
        "Bytes that handlers allocated while they occupied threads.",
        system => from actor in system.Metrics.ActorTypes
                  from message in actor.Messages
                  where message.AllocatedBytes > 0
                  select new Measurement<long>(message.AllocatedBytes, message.Tags));

    static ObservableInstruments()
    {
        ObservableMetrics.Counter(
            AkkaMetricNames.ActorRestarts, AkkaMetricNames.RestartUnit, "Restarts that a supervisor ordered.", OfActors(actor => [actor.Restarts]));
        ObservableMetrics.Counter(
            AkkaMetricNames.ActorRetries, AkkaMetricNames.MessageUnit, "Failed messages that actors sent themselves again while they restarted.",
                OfActors(actor => [actor.Retries]));
        ObservableMetrics.Counter(AkkaMetricNames.StashMessages, AkkaMetricNames.MessageUnit,
            "Messages that actors stashed.", OfActors(actor => [actor.Stashed]));
        ObservableMetrics.Counter(AkkaMetricNames.MailboxMessageDropped, AkkaMetricNames.MessageUnit,
            "Messages that a mailbox did not take.", OfActors(actor => [actor.Dropped]));
        ObservableMetrics.Counter(AkkaMetricNames.MailboxGrowths, AkkaMetricNames.EventUnit,
            "Times that a mailbox grew for too long.", OfActors(actor => [actor.Grown]));

        ObservableMetrics.Gauge<long>(AkkaMetricNames.MailboxMaxDepth, AkkaMetricNames.MessageUnit,
            "Messages in the fullest mailbox.", type => type.Depths.Largest);
        ObservableMetrics.UpDownCounter(AkkaMetricNames.MailboxDepth, AkkaMetricNames.MessageUnit,
            "Messages that wait in mailboxes.", type => type.Depths.Sum);
        ObservableMetrics.UpDownCounter(AkkaMetricNames.ActorLive, AkkaMetricNames.ActorUnit,
            "Actors that live and have an instrumented mailbox.", type => type.Live);
        ObservableMetrics.Counter(AkkaMetricNames.ActorStarted, AkkaMetricNames.ActorUnit, "Actors that started.", type => type.Started);
        ObservableMetrics.Counter(AkkaMetricNames.ActorStopped, AkkaMetricNames.ActorUnit, "Actors that stopped.", type => type.Stopped);
        ObservableMetrics.Gauge(
            AkkaMetricNames.ActorUtilization, AkkaMetricNames.Unity, "Share of their time that the live actors worked on messages.", type =>
                type.Actor.Load.Current?.Utilization);
        ObservableMetrics.Gauge(
            AkkaMetricNames.MailboxDrainTimeLeft, AkkaMetricNames.Seconds, "Time to work off the waiting messages at the present pace.", type =>
                type.Actor.Load.Current?.DrainSeconds);

        ObservableMetrics.Counter(
            AkkaMetricNames.InstrumentationTime,
            AkkaMetricNames.Seconds,
            "Time that the instrumentation took of dispatchers' threads.",
            system => new Measurement<double>[]
            {
                new(system.Metrics.WorkSeconds, Tags(system, AkkaMetricAttributes.InstrumentationPart, "message")),
                new(system.Metrics.Dispatchers.Sum(dispatcher => dispatcher.OwnSeconds),
                    Tags(system, AkkaMetricAttributes.InstrumentationPart, "run")),
            });
        ObservableMetrics.Counter(
            AkkaMetricNames.InstrumentationSpanSuppressed,
            AkkaMetricNames.SpanUnit,
            "Messages without a span in a trace because of a setting.",
            system => system.Metrics.Suppressed().Select(
                suppressed =>
                    new Measurement<long>(suppressed.Count, Tags(system, AkkaMetricAttributes.InstrumentationSuppressedBy, suppressed.Reason))));
        ObservableMetrics.OfProcess<double>(
            AkkaMetricNames.InstrumentationCollectionTime,
            AkkaMetricNames.Seconds,
            "Time that collections walked over mailboxes.",
            () => [new(Ticks.ToSeconds(ActorSystems.WalkedTicks))]);
        ObservableMetrics.OfProcess(
            AkkaMetricNames.InstrumentationCallbackFailures,
            AkkaMetricNames.FailureUnit,
            "Callbacks that threw.",
            () => TelemetryFault.Counts.Select(
                fault => new Measurement<long>(
                    fault.Value, new KeyValuePair<string, object?>(AkkaMetricAttributes.InstrumentationCallbackType, fault.Key))));
    }

    private static Func<SystemMetrics, IEnumerable<TaggedCount>> OfActors(Func<ActorTypeInfo, IEnumerable<TaggedCount>> counts) =>
        system => system.ActorTypes.SelectMany(counts);

    private static KeyValuePair<string, object?>[] Tags(CollectedSystem system, string key, string value) =>
        system.Metrics.Tags.With(new KeyValuePair<string, object?>(key, value));
}

/// <summary>
/// Makes the observable instruments. A counter reports the counts of each running actor system, and the last values of systems
/// that ended a moment ago (<see cref="EndedSystem"/>). A gauge reports running systems only.
/// </summary>
internal static class ObservableMetrics
{
    // The instruments whose last values are kept, and how to read them.
    private static readonly ConcurrentQueue<(string Instrument, Func<CollectedSystem, Array> Read)> Kept = new();

    public static Instrument Counter<T>(string name, string unit, string description, Func<CollectedSystem, IEnumerable<Measurement<T>>> all)
        where T : struct, INumber<T>
    {
        var read = Reduced(name, all, isSum: true);
        Kept.Enqueue((name, system => read(system).ToArray()));
        return AkkaTelemetry.NewInstrument(name,
            meter => meter.CreateObservableCounter(name, () => ActorSystems.Observe(name, read), unit, description));
    }

    /// <summary>A counter with one value for each actor type.</summary>
    public static Instrument Counter(string name, string unit, string description, Func<ActorTypeTotals, long> value) =>
        Counter(name, unit, description, system => OfTypes<long>(system, type => value(type)));

    /// <summary>A counter of rare events.</summary>
    public static Instrument Counter(string name, string unit, string description, Func<SystemMetrics, IEnumerable<TaggedCount>> counts) =>
        Counter(
            name, unit, description, system => counts(system.Metrics).Where(count => count.Value > 0)
                .Select(count => new Measurement<long>(count.Value, count.Tags)));

    /// <summary>A sum that rises and falls. It is reported as 0 when a system ends, because a reader keeps the last value that it saw.</summary>
    public static Instrument UpDownCounter(string name, string unit, string description, Func<CollectedSystem, IEnumerable<Measurement<long>>> all)
    {
        var read = Reduced(name, all, isSum: true);
        Kept.Enqueue((name, system => read(system).Select(last => new Measurement<long>(0, last.Tags)).ToArray()));
        return AkkaTelemetry.NewInstrument(name,
            meter => meter.CreateObservableUpDownCounter(name, () => ActorSystems.Observe(name, read), unit, description));
    }

    /// <summary>The same with one value for each actor type.</summary>
    public static Instrument UpDownCounter(string name, string unit, string description, Func<ActorTypeTotals, long> value) =>
        UpDownCounter(name, unit, description, system => OfTypes<long>(system, type => value(type)));

    public static Instrument Gauge<T>(string name, string unit, string description, Func<CollectedSystem, IEnumerable<Measurement<T>>> all)
        where T : struct, INumber<T>
    {
        var read = Reduced(name, all, isSum: false);
        return AkkaTelemetry.NewInstrument(name, meter => meter.CreateObservableGauge(name, () => ActorSystems.Observe(name, read), unit,
            description));
    }

    /// <summary>A gauge with one value for each actor type; null means no value.</summary>
    public static Instrument Gauge<T>(string name, string unit, string description, Func<ActorTypeTotals, T?> value)
        where T : struct, INumber<T> =>
        Gauge(name, unit, description, system => OfTypes(system, value));

    /// <summary>A counter of the whole process.</summary>
    public static Instrument OfProcess<T>(string name, string unit, string description, Func<IEnumerable<Measurement<T>>> observe)
        where T : struct =>
        AkkaTelemetry.NewInstrument(name, meter => meter.CreateObservableCounter(name, observe, unit, description));

    /// <summary>The last values of a system that ends, by instrument.</summary>
    public static Dictionary<string, Array> LastValues(CollectedSystem system) =>
        Kept.Select(counter => (counter.Instrument, Values: counter.Read(system))).Where(last => last.Values.Length > 0)
            .ToDictionary(last => last.Instrument, last => last.Values);

    // The setting may change between two collections.
    private static Func<CollectedSystem, IEnumerable<Measurement<T>>> Reduced<T>(
        string name, Func<CollectedSystem, IEnumerable<Measurement<T>>> read, bool isSum)
        where T : struct, INumber<T> => system => system.Metrics.Excluded.Without(name, read(system), isSum);

    private static IEnumerable<Measurement<T>> OfTypes<T>(CollectedSystem system, Func<ActorTypeTotals, T?> value)
        where T : struct =>
        from type in system.ActorTypes
        let found = value(type)
        where found is not null
        select new Measurement<T>(found.Value, type.Actor.Tags);
}
