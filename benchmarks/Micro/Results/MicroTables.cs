using System.Globalization;
using System.Text;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The results as Markdown: each state of a message's life beside its floor, each mailbox beside Akka's, the rest as lists.</summary>
internal sealed class MicroTables(IReadOnlyList<MicroRow> rows)
{
    private static readonly string[] Columns = ["enqueue", "dequeue", "enqueue and dequeue"];

    private readonly StringBuilder _text = new();

    public string Write()
    {
        Lives();
        Mailboxes();
        List("What the platform asks for its primitives", nameof(Floors));
        List("Stages of a message's life, by who listens", nameof(Parts));
        List("Samplers and filters", nameof(Deciding));
        List("Cells and names", nameof(Types));
        List("One collection of all metrics by the SDK", nameof(Collecting));
        return _text.ToString();
    }

    private void Lives()
    {
        var measured = Of(nameof(Benchmarks.Lives)).ToDictionary(row => row.Case["Life"]);
        var floors = Of(nameof(Floors)).ToDictionary(row => row.What);
        if (measured.Count == 0)
        {
            return;
        }

        Line($"\n**A message's whole life**, Tell to the end of its invoke, all on one thread, beside the floor: what the platform asks for the same span, the same values, the same questions\n");
        Line($"| what it meets | ns | above plain Akka | bytes | above plain Akka | floor: ns | bytes | of what |");
        Line($"|---|--:|--:|--:|--:|--:|--:|---|");
        foreach (var life in Life.All.Where(life => measured.ContainsKey(life.Name)))
        {
            var row = measured[life.Name];
            var plain = measured.GetValueOrDefault(life.Plain.Name);
            var (time, bytes) = plain is null || plain == row
                ? ("", "")
                : (Invariant($"{row.Nanoseconds - plain.Nanoseconds:0.0}"), Invariant($"{row.Bytes - plain.Bytes:0.#}"));
            var floor = life.Floor is { } name && floors.TryGetValue(name, out var found) ? found : null;
            Line($"| {life.Name} | {row.Nanoseconds:0.0} ± {row.Spread:0.0} | {time} | {row.Bytes:0.#} | {bytes} | {(floor is null ? "" : Invariant($"{floor.Nanoseconds:0.0}"))} | {(floor is null ? "" : Invariant($"{floor.Bytes:0.#}"))} | {floor?.What} |");
        }
    }

    private void Mailboxes()
    {
        var measured = Of(nameof(Benchmarks.Mailboxes)).ToDictionary(row => (row.Case["Mailbox"], row.Case["Waiting"], row.What));
        if (measured.Count == 0)
        {
            return;
        }

        Line($"\n**Each mailbox beside Akka's own**, nothing is collected; ns, and bytes where there are any.\n");
        Line($"| mailbox | waiting | enqueue: ours | Akka's | dequeue: ours | Akka's | both: ours | Akka's |");
        Line($"|---|--:|--:|--:|--:|--:|--:|--:|");
        foreach (var ours in MailboxKind.All.Where(kind => kind.Ours))
        {
            foreach (var waiting in measured.Keys.Select(key => key.Item2).Distinct())
            {
                var akkas = MailboxKind.All.Single(kind => !kind.Ours && kind.Kind == ours.Kind);
                var cells = from what in Columns from side in new[] { ours, akkas } select Cell(side, waiting, what);
                Line($"| {ours.Kind} | {long.Parse(waiting, CultureInfo.InvariantCulture):N0} | {string.Join(" | ", cells)} |");
            }
        }

        string Cell(MailboxKind kind, string waiting, string what) =>
            !measured.TryGetValue(($"{kind}", waiting, what), out var row) ? ""
            : row.Bytes < 0.5 ? Invariant($"{row.Nanoseconds:0.0}")
            : Invariant($"{row.Nanoseconds:0.0}, {row.Bytes:0} B");
    }

    private void List(string title, string stage)
    {
        var measured = Of(stage).ToList();
        if (measured.Count == 0)
        {
            return;
        }

        var parameters = measured[0].Case.Keys.ToList();
        Line($"\n**{title}**\n");
        Line($"| what |{string.Concat(parameters.Select(parameter => $" {Words(parameter)} |"))} ns | bytes |");
        Line($"|---|{string.Concat(parameters.Select(_ => "---|"))}--:|--:|");
        foreach (var row in measured)
        {
            Line($"| {row.What} |{string.Concat(parameters.Select(parameter => $" {Words(row.Case[parameter])} |"))} {row.Nanoseconds:0.0} ± {row.Spread:0.0} | {row.Bytes:0.#} |");
        }
    }

    private IEnumerable<MicroRow> Of(string stage) => rows.Where(row => row.Stage == stage);

    private static string Words(string name) => name.ToLowerInvariant();

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private void Line(FormattableString line) => _text.Append(Invariant(line)).Append('\n');
}
