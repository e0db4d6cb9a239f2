namespace AkkaInstrumentation;

/// <summary>
/// The way from an actor type that waits to the one that it waits for. Each next one is at work on a message of the one before, or takes most of the
/// time of its handlers, as the flows show, or has not answered a question of it; the last may be one on another node that did not answer in time.
/// </summary>
internal sealed record WaitingChain(string First, IReadOnlyList<WaitingChain.Step> Steps)
{
    // More are no chain that a person follows.
    private const int MaxLength = 10;

    // Threads that each of its actors keeps busy, so that it is what holds up the others.
    private const double Nearly = 0.8;

    /// <summary>A question of the last one that timed out, if it went to another node; null for none.</summary>
    public AskTimeout? Remote { get; private init; }

    /// <summary>The type of the one that all others wait for; empty when it is on another node; null when it is not known.</summary>
    public string? Last => Remote is not null ? "" : Steps.Count == 0 ? null : Steps[^1].Actor;

    /// <summary>The same for people: of another node, its path.</summary>
    public string LastName => Remote is { } asked ? asked.Path : Last ?? "";

    /// <summary>Its path, or the address of its node; empty where there are several.</summary>
    public string Path { get; private init; } = "";

    /// <summary>Whether the last one is at work for nearly all of the time.</summary>
    public bool IsProven => Busy >= Nearly;

    // Threads that its handlers keep busy, for each of its actors.
    private double Busy { get; init; }

    /// <summary>What the last one does.</summary>
    public string Does => Remote is { } asked ? $"{asked.Question} from {FoldedWords.Who(asked.Asker)} times out there"
        : Steps[^1] is { Question: { } question }
            ? CauseText.Text($"it has not answered {question.Question} for {DurationWords.Text(question.Seconds)}")
        : Steps[^1] is { Work: { } work } ? CauseText.Text($"it has had {work.MessageType} for {DurationWords.Text(work.Seconds)}")
        : $"it takes {CauseText.Seconds(Steps[^1].Flow!.WorkSeconds ?? 0)} for each {Steps[^1].Flow!.MessageType}";

    public static WaitingChain From(Symptoms seen, string first)
    {
        List<Step> steps = [];
        var known = new HashSet<string> { first };
        var at = first;
        while (steps.Count < MaxLength && Next(seen, at, known) is { } next)
        {
            steps.Add(next);
            known.Add(at = next.Actor);
        }

        var remote = seen.TimedOut.FirstOrDefault(asked => asked.Latest.Asker == at && asked.Latest.Path.Contains("://", StringComparison.Ordinal));
        var (live, path) = seen.Living.GetValueOrDefault(at);
        return new(first, steps)
        {
            Remote = remote?.Latest,
            Path = remote?.Latest.Path ?? seen.Mailboxes.FirstOrDefault(mailbox => mailbox.ActorType == at)?.Path
                ?? steps.LastOrDefault()?.Work?.ActorPath ?? steps.LastOrDefault()?.Question?.Path ?? path ?? "",
            Busy = remote is not null || live == 0 ? 0 : seen.Latest.Where(flow => flow.ReceiverType == at)
                .Sum(flow => flow.PerSecond * (flow.WorkSeconds ?? 0)) / live,
        };
    }

    /// <summary>The way, and what is known of each part of it.</summary>
    public IEnumerable<string> Evidence()
    {
        if (Steps.Count + (Remote is null ? 0 : 1) > 1)
        {
            yield return $"{First} waits for {string.Join(", that for ", Steps.Select(step => step.Actor).Concat(Remote is null ? [] : [LastName]))}";
        }

        if (Busy >= 0.5)
        {
            yield return CauseText.Text($"{LastName} is at work for {100 * Math.Min(1, Busy):0} % of the time");
        }

        foreach (var step in Steps)
        {
            yield return step.Work?.ToString() ?? step.Question?.ToString() ?? CauseText.Flow(step.Flow!);
        }
    }

    private static Step? Next(Symptoms seen, string actor, HashSet<string> known)
    {
        // What has not ended yet is in no flow.
        if (seen.AtWork.Where(work => work.SenderType == actor && !known.Contains(work.ActorType)).MaxBy(work => work.Seconds) is { } atWork)
        {
            return new(atWork.ActorType, null, atWork);
        }

        var own = seen.Flows.Where(flow => flow.ReceiverType == actor).Max(flow => flow.WorkSeconds);
        var longest = seen.Flows
            .Where(flow => flow.SenderType == actor && !known.Contains(flow.ReceiverType) && flow.SenderAddress is null && Time(flow) >= own / 2)
            .MaxBy(Time);
        return longest is not null ? new(longest.ReceiverType, longest, null)

            // One that is done with the question at once, and does not answer.
            : Awaits(seen, actor) && seen.Open.Where(asked => asked.Asker == actor && IsHere(asked.Receiver) && !known.Contains(asked.Receiver))
                .MaxBy(asked => asked.Count * asked.Seconds) is { } silent ? new(silent.Receiver, null, null) { Question = silent } : null;

        static double Time(AkkaFlow flow) => (flow.WaitSeconds ?? 0) + (flow.WorkSeconds ?? 0);
    }

    private static bool IsHere(string receiver) => receiver.Length > 0 && !receiver.StartsWith('_');

    private static bool Awaits(Symptoms seen, string actor) =>
        seen.AtWork.Concat(seen.Found.Awaiting.Worst).Any(work => work.ActorType == actor && work.State == AkkaWorkState.Awaiting)
        || seen.Mailboxes.Any(mailbox => mailbox.ActorType == actor && mailbox.IsMostly(ActorDoing.Awaiting));

    /// <summary>One that the one before waits for.</summary>
    /// <param name="Actor">Readable name of its type.</param>
    /// <param name="Flow">What the one before sends to it; null where a message at work shows more.</param>
    /// <param name="Work">The message of the one before that it works on for long; null for none.</param>
    internal sealed record Step(string Actor, AkkaFlow? Flow, AkkaMessageAtWork? Work)
    {
        /// <summary>What the one before has asked, if nothing else shows that this one is the next.</summary>
        public OpenQuestions? Question { get; init; }
    }
}
