using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Phobos' own benchmark, which the workload <c>tell-3m</c> repeats, beside its published figures: for docs/performance.md. Every row names its
/// listener, and its ratio is to plain Akka on the same machine.
/// </summary>
internal static class PublishedTable
{
    private const string Workload = "tell-3m";

    // What a call that starts a span allocates while no exporter collects it. A recorded span takes 328 bytes and more.
    private const int BoxedTags = 48;

    // The release notes of Phobos, with the bytes that they name for a span. They name no listener.
    private static readonly Published[] Phobos =
    [
        new("2.3.1", "i7-1260P, .NET 7", 5_651_058, 2_585_137, 1_871_857, 1_145_856, 232),
        new("2.4.0", "i7-1260P, .NET 7", 6_117_389, 3_945_305, 2_418_495, 1_879_102, 304),
        new("2.10.0", "Xeon, 16 logical cores, .NET 9", 7_931_702, 6_345_707, 4_501_908, 3_718_760, BoxedTags),
    ];

    private static readonly (string State, string Listener)[] Here =
    [
        ("idle", "none"),
        ("metrics", "metrics: the SDK, collected each second"),
        ("trace-all", "spans: the SDK, every message recorded and exported"),
        ("both-all", "both"),
    ];

    /// <summary>Markdown.</summary>
    public static string Write(IReadOnlyList<Result> records)
    {
        var text = new StringBuilder("| program, machine | state | listener | messages/s | beside plain Akka |\n|---|---|---|--:|--:|\n");
        foreach (var published in Phobos)
        {
            var program = $"Phobos {published.Version}, published: {published.Machine}";
            Row(text, program, "off", "none", published.Off, 1);
            Row(text, program, "metrics", "not named", published.Metrics, published.Metrics / published.Off);
            Row(text, program, "tracing", published.SpanBytes == BoxedTags ? $"none: {BoxedTags} bytes a span" : "not named", published.Tracing, published.Tracing / published.Off);
            Row(text, program, "both", "not named", published.Both, published.Both / published.Off);
        }

        foreach (var record in records)
        {
            var program = $"this library, {record.Machine}, {record.Runtime.Split(',')[0]}";
            if (Find(record, States.Uninstrumented.Name) is { } plain)
            {
                Row(text, program, "plain Akka", "none", plain.MessagesPerSecond, 1);
            }

            foreach (var (state, listener) in Here)
            {
                if (Find(record, state) is { } row)
                {
                    Row(text, program, $"`{state}`", listener, row.MessagesPerSecond, row.Ratio);
                }
            }
        }

        return text.ToString();
    }

    private static Row? Find(Result record, string state) => CostTable.Find([record], Workload, state).FirstOrDefault();

    private static void Row(StringBuilder text, string program, string state, string listener, double perSecond, double ratio) =>
        text.Append(CultureInfo.InvariantCulture, $"| {program} | {state} | {listener} | {perSecond:N0} | {ratio:0.00} |\n");

    private sealed record Published(string Version, string Machine, double Off, double Metrics, double Tracing, double Both, int SpanBytes);
}
