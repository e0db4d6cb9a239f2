namespace AkkaInstrumentation.Tests;

/// <summary>
/// Two threads that run one mailbox in turns: run N+1 begins as soon as run N has given the mailbox free, while run N
/// still has to leave. Which comes first is left to chance, a little helped.
/// </summary>
internal static class Relay
{
    /// <summary><paramref name="run"/> gets its number and what gives the mailbox free, which it must call once.</summary>
    public static async Task Run(int runs, Action<int, Action> run)
    {
        var next = 0;
        void Half(int parity)
        {
            for (var i = parity; i < runs; i += 2)
            {
                var wait = default(SpinWait);
                while (Volatile.Read(ref next) != i)
                {
                    wait.SpinOnce(sleep1Threshold: -1);
                }

                run(i, () =>
                {
                    Volatile.Write(ref next, i + 1);

                    // from "at once" to "when the next run is well under way"
                    Thread.SpinWait(i % 16 * 4);
                });
            }
        }

        await Task.WhenAll(
            Task.Factory.StartNew(() => Half(0), TaskCreationOptions.LongRunning),
            Task.Factory.StartNew(() => Half(1), TaskCreationOptions.LongRunning));
    }
}
