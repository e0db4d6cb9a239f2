namespace AkkaInstrumentation;

/// <summary>
/// The chain from an actor type that waits to the type that it waits for. Each link is at work on a message of the previous one, takes most of the
/// time of the previous one's handlers, as the flows show, or has not answered its question. The last link may be an actor on another node that did
/// not answer in time.
/// </summary>
internal sealed record WaitingChain(string First, IReadOnlyList<WaitingChain.Step> Steps)
{
    // A person could not follow a longer chain.
    private const int MaxLength = 10;

    // The number of threads that each of its actors keeps busy from which a type counts as the one that holds up the others.
    private const double Nearly = 0.8;

    /// <summary>A question of the last link that timed out, if it went to another node; null for none.</summary>
    public AskTimeout? Remote { get; private init; }

    /// <summary>The type for which all others wait; empty when it is on another node; null when it is not known.</summary>
    public string? Last => Remote is not null ? "" : Steps.Count == 0 ? null : Steps[^1].Actor;

    /// <summary>The same for people; the path, if it is on another node.</summary>
    public string LastName => Remote is { } asked ? asked.Path : Last ?? "";

    /// <summary>The path of the last link, or the address of its node; empty if there are several actors.</summary>
    public string Path { get; private init; } = "";

    /// <summary>Whether the last link is at work for nearly all of the time.</summary>
    public bool IsProven => Busy >= Nearly;

    // Threads that its handlers keep busy, for each of its actors.
    private double Busy { get; init; }

    /// <summary>A description of what the last link does.</summary>
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

    /// <summary>The chain, with the evidence for each link.</summary>
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
        // Messages that have not ended yet are in no flow.
        if (seen.AtWork.Where(work => work.SenderType == actor && !known.Contains(work.ActorType)).MaxBy(work => work.Seconds) is { } atWork)
        {
            return new(atWork.ActorType, null, atWork);
        }

        var own = seen.Flows.Where(flow => flow.ReceiverType == actor).Max(flow => flow.WorkSeconds);
        var longest = seen.Flows
            .Where(flow => flow.SenderType == actor && !known.Contains(flow.ReceiverType) && flow.SenderAddress is null && Time(flow) >= own / 2)
            .MaxBy(Time);
        return longest is not null ? new(longest.ReceiverType, longest, null)

            // The next link may have handled the question at once, without an answer.
            : Awaits(seen, actor) && seen.Open.Where(asked => asked.Asker == actor && IsHere(asked.Receiver) && !known.Contains(asked.Receiver))
                .MaxBy(asked => asked.Count * asked.Seconds) is { } silent ? new(silent.Receiver, null, null) { Question = silent } : null;

        static double Time(AkkaFlow flow) => (flow.WaitSeconds ?? 0) + (flow.WorkSeconds ?? 0);
    }

    private static bool IsHere(string receiver) => receiver.Length > 0 && !receiver.StartsWith('_');

    private static bool Awaits(Symptoms seen, string actor) =>
        seen.AtWork.Concat(seen.Found.Awaiting.Worst).Any(work => work.ActorType == actor && work.State == AkkaWorkState.Awaiting)
        || seen.Mailboxes.Any(mailbox => mailbox.ActorType == actor && mailbox.IsMostly(ActorDoing.Awaiting));

    /// <summary>A link of the chain: an actor type for which the previous one waits.</summary>
    /// <param name="Actor">Readable name of its type.</param>
    /// <param name="Flow">The flow from the previous link to it; null if a message at work shows more.</param>
    /// <param name="Work">The message of the previous link that it has worked on for long; null for none.</param>
    internal sealed record Step(string Actor, AkkaFlow? Flow, AkkaMessageAtWork? Work)
    {
        /// <summary>The question of the previous link, if nothing else shows that this is the next link.</summary>
        public OpenQuestions? Question { get; init; }
    }
}
