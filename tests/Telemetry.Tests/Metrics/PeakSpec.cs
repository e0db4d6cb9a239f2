namespace AkkaInstrumentation.Tests.Metrics;

public class PeakSpec
{
    [Fact]
    public async Task Of_peaks_noted_while_others_are_taken_none_larger_than_the_taken_one_is_lost()
    {
        var holder = new Holder();
        var noting = true;
        var taker = Task.Run(() =>
        {
            var largest = 0;
            while (Volatile.Read(ref noting))
            {
                largest = Math.Max(largest, holder.Peak.Take());
            }

            return Math.Max(largest, holder.Peak.Take());
        });
        for (var depth = 1; depth <= 1_000_000; depth++)
        {
            holder.Peak.Record(depth);
        }

        Volatile.Write(ref noting, false);
        Assert.Equal(1_000_000, await taker);
    }

    /// <summary>The thread whose run is over and the one that runs the mailbox next may both have read before either writes.</summary>
    [Fact]
    public void Of_two_notes_at_once_the_larger_stays()
    {
        var holder = new Holder();
        var lost = 0;
        LimitedRounds.Run(
            others: 1,
            most: 400_000,
            begin: () => { },
            theirs: _ => holder.Peak.Record(1),
            mine: (_, othersEnd) =>
            {
                holder.Peak.Record(2);
                othersEnd();
                lost += holder.Peak.Take() == 2 ? 0 : 1;
            });

        Assert.Equal(0, lost);
    }

    [Fact]
    public void Every_reader_sees_a_peak_for_a_minute()
    {
        var window = new PeakWindow();
        var start = 1_000 * Stopwatch.Frequency;
        window.Record(50, start);
        window.Record(2, start + (20 * Stopwatch.Frequency));

        Assert.Equal(50, window.Record(0, start));
        Assert.Equal(50, window.Record(0, start));
        Assert.Equal(50, window.Record(0, start + (60 * Stopwatch.Frequency) - 1));
        Assert.Equal(2, window.Record(0, start + (70 * Stopwatch.Frequency)));
        Assert.Equal(0, window.Record(0, start + (90 * Stopwatch.Frequency)));
    }

    private sealed class Holder
    {
        public DepthPeak Peak;
    }
}
