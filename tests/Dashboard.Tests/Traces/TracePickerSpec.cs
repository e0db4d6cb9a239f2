using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace AkkaInstrumentation.Tests;

/// <summary>Which traces of many are kept.</summary>
public sealed class TracePickerSpec
{
    private static readonly long Second = Stopwatch.Frequency;

    [Fact]
    public void Two_nodes_that_see_the_same_traces_mostly_take_the_same_ones()
    {
        var (one, other) = (new TracePicker(), new TracePicker());
        Take(one, second: 1);
        Take(other, second: 1);
        one.Renew();
        other.Renew();

        // the first second is over; in the next one each node sees the traces in an order of its own
        var common = Take(one, second: 2).Intersect(Take(other, second: 2, reverse: true)).Count();
        Assert.InRange(common, TracePicker.Begun / 2, 2 * TracePicker.Begun);
    }

    [Fact]
    public void A_second_with_few_traces_makes_it_take_all_again()
    {
        var picker = new TracePicker();
        Take(picker, second: 1);
        picker.Renew();
        picker.Renew();
        Assert.Equal(TracePicker.Begun, Take(picker, second: 3, count: TracePicker.Begun).Count);
    }

    [Fact]
    public void A_quiet_type_is_taken_beside_one_with_thousands_a_second_as_it_begins_and_as_it_fails()
    {
        var picker = new TracePicker();
        var (noisy, quiet) = (picker.Find("process Noisy"), picker.Find("process Quiet"));
        var (begun, failed, quietBegun, quietFailed) = (0, 0, 0, 0);
        for (var second = 1; second <= 40; second++)
        {
            for (var i = 0; i < 5_000; i++)
            {
                var now = (second * Second) + (i * Second / 5_000);
                begun += picker.TryBegin(noisy, ActivityTraceId.CreateRandom(), now) ? 1 : 0;
                failed += picker.TryFail(noisy, now) ? 1 : 0;
                if (second % 4 == 0 && i == 4_000)
                {
                    quietBegun += picker.TryBegin(quiet, ActivityTraceId.CreateRandom(), now) ? 1 : 0;
                    quietFailed += picker.TryFail(quiet, now) ? 1 : 0;
                }
            }

            picker.Renew();
        }

        Assert.Equal((10, 10), (quietBegun, quietFailed));
        Assert.InRange(begun, 40 * TracePicker.Begun * 3 / 4, 41 * TracePicker.Begun);
        Assert.InRange(failed, 40 * TracePicker.Failed * 3 / 4, 41 * TracePicker.Failed);
    }

    [Fact]
    public void A_type_with_large_traces_pushes_out_no_trace_of_another_one()
    {
        var store = new TraceStore();
        var quiet = ActivityTraceId.CreateRandom();
        store.Take(quiet, isWhole: true, "process Quiet");
        store.Add(TestSpans.Of(quiet, "quiet"));
        for (var i = 0; i < 1_500; i++)
        {
            var id = ActivityTraceId.CreateRandom();
            store.Take(id, isWhole: true, "process Noisy");
            for (var span = 0; span < 20; span++)
            {
                store.Add(TestSpans.Of(id, $"hop {span}", attributes: 10, text: new string('x', 500)));
            }
        }

        Assert.InRange(store.Bytes, TraceStore.MaxBytes / 2, TraceStore.MaxBytes);
        Assert.NotNull(store.Find(quiet));
    }

    // Evenly over the second.
    private static List<ActivityTraceId> Take(TracePicker picker, int second, int count = 200, bool reverse = false)
    {
        var ids = Enumerable.Range(1_000 * second, count)
            .Select(number => SHA256.HashData(Encoding.UTF8.GetBytes(number.ToString(CultureInfo.InvariantCulture))))
            .Select(hash => ActivityTraceId.CreateFromBytes(hash.AsSpan(0, 16)));
        var name = picker.Find("process Any");
        return [.. (reverse ? ids.Reverse() : ids).Where((id, index) => picker.TryBegin(name, id, (second * Second) + (index * Second / count)))];
    }
}
