namespace AkkaInstrumentation;

/// <summary>Work waits for seconds for a thread of the pool, and handlers hold few of its threads: other code does.</summary>
internal static class StarvedPool
{
    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        // Handlers that hold most of the threads are named by themselves.
        if (seen.PoolWaitSeconds > 0 && 2 * Math.Max(BlockingHandlers.Threads(seen), seen.Found.Blocking.Count) < ThreadPool.ThreadCount)
        {
            yield return new AkkaCause(AkkaCauseKinds.StarvedPool,
                CauseText.Text($"Work waited {seen.PoolWaitSeconds:0.#} s for a thread of the pool, which code outside of actors held."),
                AkkaCertainty.Certain, actor: "")
            {
                Evidence = [Threads(), CauseText.Text($"handlers keep {BlockingHandlers.Threads(seen):0.##} threads busy"), .. seen.Process.Evidence()],
                Next = "Idle processors: look outside of actors for .Result, .Wait(), Thread.Sleep and synchronous calls (dotnet-stack). Busy: it is work.",
            };
        }
    }

    public static string Threads() =>
        CauseText.Text($"the thread pool has {ThreadPool.ThreadCount} threads, {ThreadPool.PendingWorkItemCount} work items wait for one");
}
