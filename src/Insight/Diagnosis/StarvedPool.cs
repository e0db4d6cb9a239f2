namespace AkkaInstrumentation;

/// <summary>
/// Work waits for seconds for a thread of the pool, because handlers or other code hold its threads or there is more work than processors. The rule
/// does not name the culprit: handlers are not observed while nothing is collected, and a dispatcher may have its own threads.
/// </summary>
internal static class StarvedPool
{
    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        if (seen.PoolWaitSeconds > 0)
        {
            yield return new AkkaCause(AkkaCauseKinds.StarvedPool,
                CauseText.Text($"Work waited {DurationWords.Text(seen.PoolWaitSeconds)} for a thread of the pool."), AkkaCertainty.Certain, actor: "")
            {
                Subject = SystemFindings.ThreadPool,
                Evidence =
                [
                    Threads(),
                    seen.Busy.Count == 0 ? "of handlers none is known to keep a thread busy"
                        : CauseText.Text($"handlers keep {BlockingHandlers.Threads(seen):0.##} threads busy"),
                    .. seen.Process.Evidence(),
                ],
                NextStep = seen.Process.Processors is { IsShort: true }
                    ? "The process gets less than half of the processors that it wants: raise its limit, or look for what else uses the machine."
                    : "If the processors are idle: look for .Result, .Wait(), Thread.Sleep and synchronous calls, "
                    + "outside of actors too (dotnet-stack). If they are busy: there is too much work.",
            };
        }
    }

    public static string Threads() =>
        CauseText.Text($"the thread pool has {ThreadPool.ThreadCount} threads, {ThreadPool.PendingWorkItemCount} work items wait for one");
}
