namespace AkkaInstrumentation.Tests;

/// <summary>
/// Two threads that run one mailbox in turns: run N+1 begins as soon as run N has given the mailbox free, while run N still has to leave. Which comes
/// first is left to chance, a little helped.
/// </summary>
internal static class Relay
{
    private const int Over = int.MaxValue;

    // Where other processes take all processors, a turn can cost a time slice: then fewer runs have to do.
    private static readonly TimeSpan AtMost = TimeSpan.FromSeconds(10);

    /// <summary>
    /// <paramref name="run"/> gets its number and what gives the mailbox free, which it must call once.
    /// Returns how many runs there were.
    /// </summary>
    public static async Task<int> Run(int runs, Action<int, Action> run)
    {
        var watch = Stopwatch.StartNew();
        var (next, done) = (0, 0);
        var halves = await Task.WhenAll(
            Task.Factory.StartNew(() => Half(0), TaskCreationOptions.LongRunning),
            Task.Factory.StartNew(() => Half(1), TaskCreationOptions.LongRunning));
        return halves.All(passed => passed is null) ? done : throw halves.First(failure => failure is not null)!;

        Exception? Half(int parity)
        {
            try
            {
                for (var i = parity; i < runs && Turn(i); i += 2)
                {
                    run(i, () => Free(i));
                }

                return null;
            }
            catch (Exception e)
            {
                Volatile.Write(ref next, Over);
                return e;
            }
        }

        bool Turn(int i)
        {
            var wait = default(SpinWait);
            for (var turn = Volatile.Read(ref next); turn != i; turn = Volatile.Read(ref next))
            {
                if (turn == Over)
                {
                    return false;
                }

                wait.SpinOnce(sleep1Threshold: -1);
            }

            return true;
        }

        void Free(int i)
        {
            done = i + 1;
            Volatile.Write(ref next, i % 256 == 255 && watch.Elapsed > AtMost ? Over : i + 1);

            // from "at once" to "when the next run is well under way"
            Thread.SpinWait(i % 16 * 4);
        }
    }
}
