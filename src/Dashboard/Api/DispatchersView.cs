using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The dispatchers, and the handlers that keep their threads busy.</summary>
internal sealed record DispatchersView(
    int Window, IReadOnlyList<DispatcherView> Dispatchers, IReadOnlyList<BusyHandlers> Busy, IReadOnlyList<TimersView>? Timers,
    IReadOnlyList<StreamView>? Streams)
{
    /// <summary>Pairs of an actor type and a message type that are named.</summary>
    private const int MaxBusy = 20;

    public static DispatchersView From(Observation seen) => seen.Read(minute => new DispatchersView(
        LastMinute.Window,
        [.. minute.Totals.Dispatchers.Keys.Order(StringComparer.Ordinal).Select(id => DispatcherView.From(id, minute.Recent))],
        [.. BusyIn(seen.System, Stopwatch.GetTimestamp()).Take(MaxBusy)],
        seen.System.Insight.Timers?.Pending()
            .OrderByDescending(type => type.Count).Take(MaxBusy).Select(type => new TimersView(type.Type.Name, type.Count)).ToList(),
        StreamView.From(seen.System.Insight.Streams, Stopwatch.GetTimestamp(), MaxBusy)));

    // The handlers that have ended and those that hold a thread now, because the dispatchers count both.
    private static IEnumerable<BusyHandlers> BusyIn(AkkaInstrumentationExtension system, long now) =>
        system.Insight.FlowHistory.Busy(LastMinute.Window, now)
            .Concat(AkkaMessagesAtWork.Read(system.Metrics, AkkaMessagesAtWork.Moment, now).Worst
                .Where(work => work.State == AkkaWorkState.Working)
                .Select(work => new BusyHandlers(work.ActorType, work.MessageType,
                    system.Insight.Looks.MailboxAt(work.ActorPath)?.ReadState().Dispatcher ?? "",
                    Math.Min(1, work.Seconds / LastMinute.Window))))
            .GroupBy(handlers => (handlers.ActorType, handlers.MessageType, handlers.Dispatcher))
            .Select(same => same.First() with
            {
                Threads = same.Sum(handlers => handlers.Threads),
                BytesPerSecond = same.Sum(handlers => handlers.BytesPerSecond),
            })
            .OrderByDescending(handlers => handlers.Threads);
}

/// <summary>Scheduled messages to actors of one type.</summary>
/// <param name="ActorType">Readable name of the type.</param>
/// <param name="Pending">How many are pending.</param>
internal sealed record TimersView(string ActorType, int Pending);

/// <summary>The named stages of streams with one name.</summary>
/// <param name="Name">The name.</param>
/// <param name="Running">How many run.</param>
/// <param name="Elements">Elements that have passed.</param>
/// <param name="Failures">Stages that ended with a failure.</param>
/// <param name="WaitsForDemand">Share of their time in which they waited for what follows; null before any time has passed.</param>
/// <param name="OldestWaitSeconds">How long one of them waits for demand now, the longest; null for none.</param>
internal sealed record StreamView(string Name, int Running, long Elements, long Failures, double? WaitsForDemand, double? OldestWaitSeconds)
{
    /// <summary>The most elements first. Null where no stage is named.</summary>
    public static IReadOnlyList<StreamView>? From(StreamStages streams, long now, int most) =>
        streams.All.ToList() is not { Count: > 0 } all ? null
            : [.. all.Select(stage => From(stage, now)).OrderByDescending(stage => stage.Elements).Take(most)];

    private static StreamView From(NamedStage stage, long now)
    {
        var counts = stage.Read(now);
        var ticks = counts.DemandTicks + counts.ElementTicks;
        return new(stage.Name, counts.Running, counts.Elements, stage.Failures.Sum(failures => failures.Value),
            ticks == 0 ? null : (double)counts.DemandTicks / ticks, stage.OldestWait(now)?.Seconds);
    }
}

/// <summary>One dispatcher in the last seconds.</summary>
/// <param name="Id">Its id.</param>
/// <param name="RunsPerSecond">Runs of mailboxes a second.</param>
/// <param name="BusyThreads">How many threads its runs kept busy, on average. A handler that still holds its thread is included.</param>
/// <param name="Delay">Time from giving a mailbox to the executor to its run, microseconds.</param>
/// <param name="Batch">Messages of one run that took any, on average; null when no such run was timed.</param>
internal sealed record DispatcherView(string Id, double RunsPerSecond, double BusyThreads, PercentilesView Delay, double? Batch)
{
    public static DispatcherView From(string id, IReadOnlyList<FiguresSecond> recent)
    {
        var parts = recent.Select(second => second.OfDispatcher(id)).ToList();
        var seconds = Math.Max(recent.Sum(second => second.Length), 1e-3);
        var runs = parts.Sum(part => part.Batches.Runs);
        return new(
            id,
            parts.Sum(part => part.Runs) / seconds,
            parts.Sum(part => part.BusySeconds) / seconds,
            PercentilesView.From(parts.Select(part => part.Delays)),
            runs == 0 ? null : (double)parts.Sum(part => part.Batches.Messages) / runs);
    }
}
