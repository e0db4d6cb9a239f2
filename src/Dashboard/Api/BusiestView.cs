using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// The living actors that did most: the first <see cref="Listed"/> each by work, messages, wait and failures. A walk over the mailboxes reads the
/// values that each mailbox keeps about its timed messages, so no extra data is kept. An estimate from few messages is reduced by one standard error
/// of a count, 1/√n. So an actor whose only timed message stands for thousands comes after those that were timed often.
/// </summary>
/// <param name="Seconds">The length of the period of the figures.</param>
/// <param name="Actors">The most work first.</param>
internal sealed record BusiestView(double Seconds, IReadOnlyList<BusyActorView> Actors)
{
    /// <summary>The number of actors in each order.</summary>
    public const int Listed = 20;

    // The orders. Their arguments are the reliable share of the estimates, and the share of the period for which the actor has been at its present
    // work.
    private static readonly Func<BusyActorView, double, double, double>[] Orders =
    [
        (actor, sure, atWork) => Math.Max(sure * actor.Work, atWork),
        (actor, sure, _) => sure * actor.PerSecond,
        (actor, _, _) => actor.WaitSeconds ?? 0,
        (actor, _, _) => actor.Failures,
    ];

    public static BusiestView From(Observation seen)
    {
        var now = Stopwatch.GetTimestamp();
        var seconds = ActorLoad.CoveredSeconds(now);
        var most = Array.ConvertAll(Orders, _ => new PriorityQueue<(ObservedMailbox Mailbox, BusyActorView Figures), double>());
        foreach (var type in seen.System.Metrics.ActorTypes)
        {
            type.Mailboxes.ForEach(mailbox => Visit(mailbox, type.Name));
        }

        return new(seconds, [.. most
            .SelectMany(queue => queue.UnorderedItems)
            .DistinctBy(item => item.Element.Mailbox)
            .Select(item => item.Element.Figures with { Path = item.Element.Mailbox.Self.Path.ToStringWithoutAddress() })
            .OrderByDescending(actor => actor.Work)]);

        void Visit(ObservedMailbox mailbox, string type)
        {
            var sums = mailbox.Load?.Read(now) ?? default;
            var sinceBegin = mailbox.ReadWork(now) is { Message: not null } work ? Ticks.ToSeconds(now - work.Since) : 0;
            var figures = new BusyActorView(
                "",
                type,
                Math.Min(1, (Ticks.ToSeconds(sums.WorkTicks) + sinceBegin) / seconds),
                sums.Messages / seconds,
                sums.WaitTicks > 0 ? Ticks.ToSeconds(sums.WaitTicks) / sums.Messages : null,
                sums.Failures,
                sums.Timed);
            var sure = sums.Messages <= sums.Timed ? 1 : 1 - (1 / Math.Sqrt(sums.Timed));
            for (var order = 0; order < Orders.Length; order++)
            {
                var value = Orders[order](figures, sure, sinceBegin / seconds);
                if (value > 0 && (most[order].Count < Listed || most[order].TryPeek(out _, out var least) && value > least))
                {
                    most[order].Enqueue((mailbox, figures), value);
                    _ = most[order].Count > Listed && most[order].TryDequeue(out _, out _);
                }
            }
        }
    }
}

/// <summary>The work of one actor. Work, rate and wait are estimates from its timed messages.</summary>
/// <param name="Path">Its path.</param>
/// <param name="Type">Name of its type.</param>
/// <param name="Work">Share of the time in which it worked or awaited, the message at work included.</param>
/// <param name="PerSecond">Messages a second.</param>
/// <param name="WaitSeconds">Mean wait of its messages; null when none is known.</param>
/// <param name="Failures">The number of its failures, which is exact.</param>
/// <param name="Timed">Timed messages.</param>
internal sealed record BusyActorView(string Path, string Type, double Work, double PerSecond, double? WaitSeconds, long Failures, int Timed);
