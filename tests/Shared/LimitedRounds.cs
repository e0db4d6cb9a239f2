namespace AkkaInstrumentation.Tests;

/// <summary>
/// Rounds of several threads that meet at the start and at the end of each. On a busy machine they wait for each other, so the rounds also end after
/// some seconds, for all threads after the same one.
/// </summary>
public static class LimitedRounds
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(1.5);

    /// <summary>Returns how many rounds there were.</summary>
    /// <param name="others">How many threads there are beside the caller's.</param>
    /// <param name="most">That many rounds at most.</param>
    /// <param name="begin">The caller's thread does it before the others start a round.</param>
    /// <param name="theirs">What each of the others does in a round; it gets its number.</param>
    /// <param name="mine">What the caller does at the same time, with the round's number. Its other argument waits for the others' end.</param>
    public static int Run(int others, int most, Action begin, Action<int> theirs, Action<int, Action> mine)
    {
        var begun = Stopwatch.GetTimestamp();
        var isOver = false;

        // the phases of a round have an even and an odd number
        using var meeting = new Barrier(
            others + 1, meeting => isOver |= meeting.CurrentPhaseNumber % 2 == 1 && Stopwatch.GetElapsedTime(begun) > Longest);
        var threads = Enumerable.Range(0, others).Select(other => new Thread(() =>
        {
            for (var round = 0; round < most && !isOver; round++)
            {
                meeting.SignalAndWait();
                theirs(other);
                meeting.SignalAndWait();
            }
        })).ToArray();
        Array.ForEach(threads, thread => thread.Start());
        var done = 0;
        for (; done < most && !isOver; done++)
        {
            begin();
            meeting.SignalAndWait();
            var haveMet = false;
            mine(done, OthersEnd);
            OthersEnd();

            void OthersEnd()
            {
                if (!haveMet)
                {
                    haveMet = true;
                    meeting.SignalAndWait();
                }
            }
        }

        Array.ForEach(threads, thread => thread.Join());
        return done;
    }
}
