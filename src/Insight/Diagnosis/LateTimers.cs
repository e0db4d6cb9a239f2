namespace AkkaInstrumentation;

/// <summary>
/// Scheduled messages are sent long after they are due. Akka's scheduler has one thread: a scheduled delegate that holds it delays all others.
/// </summary>
internal static class LateTimers
{
    private const string Advice = "A scheduled delegate runs on the scheduler's only thread. Let it do nothing but send a message or start a task.";
    private const string Elsewhere = "Look at what the process does: processors, pauses of the garbage collector, a debugger, a paused container.";

    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        var (overdue, late, holder) = (seen.Timers.Overdue, seen.Timers.Late, seen.Timers.Holder);
        if (overdue.Count == 0 && late.Count == 0)
        {
            yield break;
        }

        var worst = overdue.MaxBy(timer => timer.Seconds);
        var latest = late.MaxBy(timer => timer.Latest.Seconds)?.Latest;
        var (actor, path, seconds) = worst is not null && worst.Seconds >= (latest?.Seconds ?? 0) ? (worst.ActorType, worst.Path, worst.Seconds)
            : (latest!.Value.ActorType, ActorTypeNames.PathOf(latest.Value.Path), latest.Value.Seconds);
        var isExplained = holder is null && (seen.Stood is not null || seen.Process.Pauses is { Share: >= LongPauses.Much });
        yield return new AkkaCause(
            AkkaCauseKinds.LateTimers,
            $"Scheduled messages come late, one for {actor} by {CauseText.Seconds(seconds)}"
                + (holder is { } held ? $": {held.Delegate} holds the scheduler's thread." : "."),
            holder is not null ? AkkaCertainty.Certain : isExplained ? AkkaCertainty.Possible : AkkaCertainty.Likely,
            actor)
        {
            Subject = path,
            Seconds = seconds,
            Evidence =
            [
                .. holder is { } one ? new[] { $"{one.Delegate} has held it for {CauseText.Seconds(one.Seconds)}" } : [],
                .. overdue.OrderByDescending(timer => timer.Seconds).Take(3).Select(timer => CauseText.Text(
                    $"{timer.Count} for {timer.ActorType} are due and were not sent, the first for {CauseText.Seconds(timer.Seconds)}")),
                .. late.Take(3).Select(timer => CauseText.Text(
                    $"{timer.Count} for {timer.Latest.ActorType} were sent late in 60 s, the latest by {CauseText.Seconds(timer.Latest.Seconds)}")),
            ],
            NextStep = holder is not null ? Advice : Elsewhere,
        };
    }
}
