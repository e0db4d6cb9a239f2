using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>Listens to the metrics of one actor system, as long as it exists. <see cref="Collect"/> is called by one thread at a time.</summary>
internal sealed class FigureListener : IDisposable
{
    private readonly MeterListener _listener = new();
    private readonly KeyValuePair<string, object?>[] _system;
    private readonly object _lock = new();
    private FiguresSecond _second = new();
    private FigureTotals _before;
    private FigureTotals _now;

    /// <param name="system">The attributes that all metrics of the actor system have.</param>
    public FigureListener(SystemTags system)
    {
        _system = system.With();
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == AkkaTelemetry.MeterName && ReadingOf(instrument.Name) is { } reading)
            {
                listener.EnableMeasurementEvents(instrument, reading);
            }
        };
        _listener.SetMeasurementEventCallback<double>((_, value, tags, reading) => Read(value, tags, reading));
        _listener.SetMeasurementEventCallback<long>((_, value, tags, reading) => Read(value, tags, reading));
        _listener.SetMeasurementEventCallback<int>((_, value, tags, reading) => Read(value, tags, reading));
        _before = _now = new FigureTotals(Stopwatch.GetTimestamp());
        _listener.Start();
        _before = CollectTotals();
    }

    private delegate void Reading(double value, ReadOnlySpan<KeyValuePair<string, object?>> tags);

    private delegate void SecondReading(FiguresSecond second, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags);

    /// <summary>Also gets the times of messages by their types, while a page is open; otherwise null.</summary>
    public MessageTimes? Times { get; set; }

    /// <summary>The latest collection.</summary>
    public FigureTotals Totals => _before;

    /// <summary>Collects the metrics now. Returns the totals, and the figures since the last call.</summary>
    public (FigureTotals Totals, FiguresSecond Second) Collect()
    {
        var now = CollectTotals();
        FiguresSecond second;
        lock (_lock)
        {
            second = _second;
            _second = new();
        }

        Times?.Turn(now.At);
        second.Count(_before, now);
        _before = now;
        return (now, second);
    }

    public void Dispose() => _listener.Dispose();

    private FigureTotals CollectTotals()
    {
        var now = _now = new FigureTotals(Stopwatch.GetTimestamp());
        _listener.RecordObservableInstruments();
        return now;
    }

    private void Read(double value, ReadOnlySpan<KeyValuePair<string, object?>> tags, object? reading)
    {
        if (IsOfSystem(tags))
        {
            ((Reading)reading!)(value, tags);
        }
    }

    // Two systems may have the same name. The first of them has no number.
    private bool IsOfSystem(ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        foreach (var (key, value) in _system)
        {
            if (!Equals(Tag(tags, key), value))
            {
                return false;
            }
        }

        return _system.Length > 1 || Tag(tags, AkkaMetricAttributes.ActorSystemInstance) is null;
    }

    private Reading? ReadingOf(string instrument) => instrument switch
    {
        AkkaMetricNames.ActorMessages => Actor((actor, value) => actor.Messages += (long)value),
        AkkaMetricNames.ActorFailures => Actor((actor, value) => actor.Failures += (long)value),
        AkkaMetricNames.ActorErrorReplies => Told,
        AkkaMetricNames.ActorRestarts => Actor((actor, value) => actor.Restarts += (long)value),
        AkkaMetricNames.StashMessages => Actor((actor, value) => actor.Stashed += (long)value),
        AkkaMetricNames.ActorLive => Live,
        AkkaMetricNames.MailboxDepth or AkkaMetricNames.PersistenceStashDepth => Actor((actor, value) => actor.Depth += (long)value),
        AkkaMetricNames.MailboxOldestAge or AkkaMetricNames.PersistenceStashOldestAge =>
            Actor((actor, value) => actor.OldestAge = Math.Max(actor.OldestAge ?? 0, value)),
        AkkaMetricNames.MailboxWaitDuration => Second((second, value, tags) =>
        {
            Actor(second, tags).Waits.Add(value);
            Times?.AddWait(Text(tags, AkkaSpanAttributes.ActorType), Text(tags, AkkaSpanAttributes.MessageType), value);
        }),
        AkkaMetricNames.ActorProcessDuration => Second((second, value, tags) =>
        {
            Actor(second, tags).Works.Add(value);
            Times?.AddWork(Text(tags, AkkaSpanAttributes.ActorType), Text(tags, AkkaSpanAttributes.MessageType), value);
        }),
        AkkaMetricNames.DispatcherRuns => Dispatcher((dispatcher, value) => dispatcher.Runs += (long)value),
        AkkaMetricNames.DispatcherBusyTime => Dispatcher((dispatcher, value) => dispatcher.BusySeconds += value),
        AkkaMetricNames.DispatcherWaitDuration =>
            Second((second, value, tags) => second.Dispatcher(Text(tags, AkkaMetricAttributes.DispatcherId)).Delays.Add(value)),
        AkkaMetricNames.DispatcherBatchSize => Second((second, value, tags) =>
        {
            // A run that continues an asynchronous handler, or handles system messages only, takes no message.
            var dispatcher = second.Dispatcher(Text(tags, AkkaMetricAttributes.DispatcherId));
            dispatcher.Batches = value > 0 ? (dispatcher.Batches.Messages + (long)value, dispatcher.Batches.Runs + 1) : dispatcher.Batches;
        }),
        AkkaMetricNames.ActorFlowMessages or AkkaMetricNames.ActorBusyTime or AkkaMetricNames.RemoteMessageSize or AkkaMetricNames.AskDuration
            or AkkaMetricNames.ActorAllocated => Ignored,
        AkkaMetricNames.ActorDeadLetters => Lost("dead letter", AkkaMetricAttributes.DeadLetterReason),
        AkkaMetricNames.ActorMessageUnhandled => Lost(AkkaLossReasons.Unhandled, ""),
        _ => null,
    };

    // Flows, busy times and bytes to other nodes are counted, and Asks that time out are noted, only if their instruments have a listener. Their
    // values are not needed here.
    private static Reading Ignored { get; } = (_, _) => { };

    private Reading Actor(Action<ActorTypeFigures, double> add) => (value, tags) => add(_now.Actor(Text(tags, AkkaSpanAttributes.ActorType)), value);

    private static ActorTypeSecond Actor(FiguresSecond second, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var actor = second.Actor(Text(tags, AkkaSpanAttributes.ActorType));
        actor.IsInfrastructure = Category(tags) is not null;
        return actor;
    }

    // If the system's actors are instrumented, the application's actors have a category too.
    private static string? Category(ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
        Tag(tags, AkkaMetricAttributes.ActorCategory) as string is { } category && category != RuleKeys.Word(AkkaActorKind.User) ? category : null;

    // A failure that came as a message counts for the actor that got it. A failure of code outside of actors counts for no actor.
    private void Told(double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var actor = Text(tags, AkkaSpanAttributes.ActorType);
        if (actor != FoldedNames.None)
        {
            _now.Actor(actor).Failures += (long)value;
        }
    }

    private void Live(double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var actor = _now.Actor(Text(tags, AkkaSpanAttributes.ActorType));
        actor.Live += (long)value;
        actor.Note(Category(tags));
    }

    private Reading Dispatcher(Action<DispatcherFigures, double> add) => (value, tags) =>
        add(_now.Dispatcher(Text(tags, AkkaMetricAttributes.DispatcherId)), value);

    private Reading Lost(string how, string reason) => (value, tags) => _now.CountLost(
        new(how, Text(tags, AkkaSpanAttributes.ActorType), Text(tags, AkkaMetricAttributes.SenderType),
            Text(tags, AkkaSpanAttributes.MessageType), Text(tags, reason)),
        (long)value);

    // Any thread may record into histograms.
    private Reading Second(SecondReading add) => (value, tags) =>
    {
        lock (_lock)
        {
            add(_second, value, tags);
        }
    };

    private static string Text(ReadOnlySpan<KeyValuePair<string, object?>> tags, string key) => Tag(tags, key) as string ?? "";

    private static object? Tag(ReadOnlySpan<KeyValuePair<string, object?>> tags, string key)
    {
        foreach (var (name, value) in tags)
        {
            if (name == key)
            {
                return value;
            }
        }

        return null;
    }
}
