using System.Diagnostics;
using System.Text.Json;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Compares what was found with what is promised.</summary>
internal sealed class Judge(
    int seconds, int lasted, SeenSpans spans, SeenMetrics metrics, SeenErrors errors, HeapCurve heap, Viewers viewers, PeerCounts peers)
{
    // A budget may be used for so many seconds in advance. In a minute that is a sixth, and 1.2 times the budget is the bound.
    private const int InAdvance = 12;

    // The page's figures are of each second, and an expensive answer is shown again for six.
    private static readonly TimeSpan OldestAnswer = TimeSpan.FromSeconds(10);
    // A shorter run is a test beside others on a busy machine: it reports times and does not judge them.
    private const int Measured = 180;

    private static readonly string[] Pages = ["traces", "logs"];

    private readonly Verdict _verdict = new();

    /// <summary>Asks the page, and compares.</summary>
    public async Task Read()
    {
        // The page first: its last minute goes on.
        await ReadPage();
        ReadLines();
        ReadSpans();
        ReadHeap();
        ReadErrors();
        ReadViewers();
    }

    public bool Print()
    {
        _verdict.Print();
        foreach (var text in errors.Texts)
        {
            Console.WriteLine($"error: {text}");
        }

        return _verdict.Holds;
    }

    private void ReadLines()
    {
        var lines = Line.All;
        var wrong = lines.Where(line => line.Lost + line.Twice > 0 || !line.IsQuiet)
            .Select(line => $"{line.Name}: {line.Sent - line.Handled} lost, {line.Twice} twice of {line.Sent}")
            .ToList();
        _verdict.Add(
            wrong.Count == 0,
            "no message is lost or handled twice",
            $"{lines.Sum(line => line.Sent):N0} messages on {lines.Count} lines; {Text(wrong)}");
        _verdict.Add(
            peers is { Wrong: 0, Attacks: > 0 } && peers.Got == Peers.Bystander.Sent,
            "a node in whose name another one answers loses nothing",
            $"{peers.Attacks:N0} attacks; the bystander got {peers.Got:N0}, {peers.Wrong} out of order");
        _verdict.Add(
            Turns.Ended > 0 && Listeners.Gone > 0,
            "systems and listeners come and go",
            $"{Turns.Ended} systems ended, {Listeners.Gone} listeners went");
    }

    private async Task ReadPage()
    {
        var status = await viewers.AskPatiently("status");
        var shown = await ReadFigures();
        for (var begun = Stopwatch.GetTimestamp(); shown.Count > 0 && Stopwatch.GetElapsedTime(begun) < OldestAnswer; shown = await ReadFigures())
        {
            await Task.Delay(1_000);
        }

        foreach (var type in QuietTypes.All.Where(type => !type.SeenOn.IsSupersetOf(Pages)))
        {
            await viewers.LookPatiently(type);
        }

        var (counted, troubled, unseen) = (new List<string>(), new List<string>(), new List<string>());
        foreach (var type in QuietTypes.All)
        {
            var line = type.Line;
            Compare(counted, $"{type.Actor} messages", line.Sent, metrics.Sum("akka.actor.messages", Day.Name, type.Actor, type.Message));
            Compare(counted, $"{type.Actor} failures", line.Thrown, metrics.Sum("akka.actor.failures", Day.Name, type.Actor));
            Compare(counted, $"{type.Lost} dead letters", line.Dead, metrics.Sum("akka.actor.dead_letters", Day.Name, type.Lost));
            if (!Rows(status, "troubles").Any(trouble => trouble.GetProperty("actorType").GetString() == type.Actor))
            {
                troubled.Add(type.Actor);
            }

            unseen.AddRange(Pages.Where(page => !type.SeenOn.Contains(page)).Select(page => $"{type.Actor} in {page}"));
        }

        _verdict.Add(counted.Count == 0, "each quiet actor type is measured exactly", $"{QuietTypes.All.Count} types; {Text(counted)}");
        _verdict.Add(shown.Count == 0, "overview, failures and lost show each quiet type exactly", $"{Text(shown)}");
        _verdict.Add(
            troubled.Count == 0, "health names each quiet type that fails", $"{Rows(status, "troubles").Count()} troubles; {Text(troubled)}");
        _verdict.Add(unseen.Count == 0, "traces and log lines of each quiet type are on the page", $"{Text(unseen)}");
    }

    // What the page says otherwise than the actors.
    private async Task<List<string>> ReadFigures()
    {
        var wrong = new List<string>();
        var overview = await viewers.AskPatiently("overview");
        var failures = await viewers.AskPatiently("failures");
        var lost = await viewers.AskPatiently("lost");
        foreach (var type in QuietTypes.All)
        {
            Compare(wrong, $"{type.Actor} messages", type.Line.Sent, Sum(overview, "actors", "type", type.Actor, "messages"));
            Compare(wrong, $"{type.Actor} failures", type.Line.Thrown, Sum(failures, "rows", "actorType", type.Actor, "failures"));
            Compare(wrong, $"{type.Lost} lost", type.Line.Dead, Sum(lost, "rows", "messageType", type.Lost, "messages"));
        }

        return wrong;
    }

    private void ReadSpans()
    {
        var (from, window) = seconds >= 180 ? (60, 60) : (seconds / 3, seconds / 3);
        var (most, bound) = (spans.Most(from, lasted, window), Day.Budget * (window + InAdvance));
        _verdict.Add(
            most <= bound && most > 0, $"at most {bound:N0} spans in any {window} s after the first {from} s", $"{most:N0}; {spans.All:N0} in all");
        _verdict.Add(
            spans.Impossible == 0 && (Clock.Stepped > 0 || !Clock.Steps),
            Clock.Steps ? "no span has the length of a step of the clock" : "no span is longer than a handler (no steps without libfaketime)",
            $"{Clock.Stepped} steps; {spans.Impossible} spans");
    }

    private void ReadHeap()
    {
        var (middle, last) = heap.Thirds;
        _verdict.Add(
            last <= middle + HeapCurve.Bound,
            $"the heap is flat: the last third at most {HeapCurve.Bound} MB above the middle one",
            $"{middle:0.0} MB, then {last:0.0} MB; with backlogs up to {heap.Most:0.0} MB");
    }

    private void ReadErrors()
    {
        _verdict.Add(errors.Count == 0, "no error in the log and no exception that the day did not provoke", $"{errors.Count}");
        var faults = metrics.ByValue("akka.instrumentation.callback.failures");
        var others = faults.Where(fault => fault.Key != "listener").Select(fault => $"{fault.Key}: {fault.Value}").ToList();
        _verdict.Add(
            others.Count == 0 && faults.Count > 0,
            "only listeners threw, and that is counted",
            $"listener: {faults.GetValueOrDefault("listener"):N0}; {Text(others)}");
    }

    private void ReadViewers()
    {
        var (refused, (page, application, question)) = (viewers.Refused, viewers.LongestWait);
        _verdict.Add(
            seconds < Measured || page - application <= Viewers.Bound.TotalSeconds,
            $"the quiet viewer waits at most {Viewers.Bound.TotalSeconds} s longer than for an empty answer of the application",
            $"{page:0.00} s and {application:0.00} s for {question}; {viewers.Answers:N0} answers, {viewers.HostileAnswers:N0} of the hostile one");
        _verdict.Add(refused.Status == 0, "the status line is never refused", $"{refused.Status}; other questions: {refused.Others}");
    }

    private static void Compare(List<string> wrong, string what, long expected, long found)
    {
        if (expected != found || expected == 0)
        {
            wrong.Add($"{what}: {found} instead of {expected}");
        }
    }

    private static JsonElement.ArrayEnumerator Rows(JsonElement answer, string rows) => answer.GetProperty(rows).EnumerateArray();

    private static long Sum(JsonElement answer, string rows, string key, string value, string figure) =>
        Rows(answer, rows).Where(row => row.GetProperty(key).GetString() == value).Sum(row => row.GetProperty(figure).GetInt64());

    private static string Text(List<string> wrong) => wrong.Count == 0 ? "all as promised" : string.Join(", ", wrong.Take(8));
}
