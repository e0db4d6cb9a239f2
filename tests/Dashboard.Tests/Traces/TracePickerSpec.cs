using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace AkkaInstrumentation.Tests;

/// <summary>Which traces of many are kept.</summary>
public sealed class TracePickerSpec
{
    [Fact]
    public void Two_nodes_that_see_the_same_traces_mostly_take_the_same_ones()
    {
        var (one, other) = (new TracePicker(), new TracePicker());
        Take(one, second: 0);
        Take(other, second: 0);
        one.Renew();
        other.Renew();

        // the first second is over; in the next one each node sees the traces in an order of its own
        var common = Take(one, second: 1).Intersect(Take(other, second: 1, reverse: true)).Count();
        Assert.InRange(common, TracePicker.Begun / 2, TracePicker.Begun);
    }

    [Fact]
    public void A_second_with_few_traces_makes_it_take_all_again()
    {
        var picker = new TracePicker();
        Take(picker, second: 0);
        picker.Renew();
        picker.Renew();
        Assert.Equal(TracePicker.Begun, Take(picker, second: 1, count: TracePicker.Begun).Count);
    }

    private static List<ActivityTraceId> Take(TracePicker picker, int second, int count = 200, bool reverse = false)
    {
        var ids = Enumerable.Range(1_000 * second, count)
            .Select(number => SHA256.HashData(Encoding.UTF8.GetBytes(number.ToString(CultureInfo.InvariantCulture))))
            .Select(hash => ActivityTraceId.CreateFromBytes(hash.AsSpan(0, 16)));
        return [.. (reverse ? ids.Reverse() : ids).Where(picker.TryBegin)];
    }
}
