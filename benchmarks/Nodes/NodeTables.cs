using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The results as Markdown.</summary>
internal static class NodeTables
{
    public static string Write(IReadOnlyList<NodeRow> rows, IReadOnlyList<Meeting> meetings)
    {
        var text = new StringBuilder();
        Line($"{Environs.Text}\n");
        Line($"| state | messages/s against plain | round trip | processor time | allocated | added | on the wire | spans |");
        Line($"|---|--:|--:|--:|--:|--:|--:|--:|");
        foreach (var row in rows)
        {
            Line($"| {row.State}: {row.What} | {row.Ratio:0.000} ({row.RatioLow:0.000} to {row.RatioHigh:0.000}) | {row.RoundTripMicroseconds:0.0} µs | {row.CpuMicrosecondsPerMessage:0.00} µs | {row.BytesPerMessage:0} B | {row.BytesAdded:0} B | {row.WireBytes:0.0} B | {row.SpansPerMessage:0.00} |");
        }

        var (reads, echoed) = (Quartiles(meetings.Select(meeting => meeting.Reads)), Quartiles(meetings.Select(meeting => meeting.Echoed)));
        Line($"\n| after an association has begun, {meetings.Count} pairs of nodes | median | middle half |");
        Line($"|---|--:|--:|");
        Line($"| the other node has answered that it reads contexts | {reads[1]:0.00} ms | {reads[0]:0.00} to {reads[2]:0.00} ms |");
        Line($"| it has answered the application's first message | {echoed[1]:0.00} ms | {echoed[0]:0.00} to {echoed[2]:0.00} ms |");
        return text.ToString();

        void Line(FormattableString line) => text.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
    }

    private static double[] Quartiles(IEnumerable<double> values)
    {
        var all = values.ToList();
        return [all.Quantile(0.25), all.Median(), all.Quantile(0.75)];
    }
}
