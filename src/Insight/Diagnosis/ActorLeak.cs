namespace AkkaInstrumentation;

/// <summary>Actors of one type are started and not stopped, minute after minute, so their memory is never freed.</summary>
internal static class ActorLeak
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from type in seen.Found.Leaking.Worst
        let who = FoldedWords.Who(type.ActorType)
        let time = DurationWords.Text(Math.Round(type.Seconds))
        select new AkkaCause(AkkaCauseKinds.ActorLeak, (type.ParentType.Length > 0 ? $"{type.ParentType} starts ever more actors {who}"
            : $"Ever more actors {who} live") + ": they are started and not stopped.", AkkaCertainty.Possible, type.ActorType)
        {
            Subject = type.Path,
            Seconds = type.Seconds,
            Evidence =
            [
                CauseText.Text($"{type.Live} live, {type.More} more than {time} ago, and more all the time"),
                type.Stopped == 0 ? "none has stopped" : CauseText.Text($"{type.Stopped} have stopped"),
                .. type.Path.Length > 0 ? [$"the latest is {type.Path}{(type.Parent.Length > 0 ? $", a child of {type.Parent}" : "")}"]
                    : Array.Empty<string>(),
            ],
            NextStep = "What stops them (Context.Stop, a ReceiveTimeout, passivation)? If the system still loads or warms up, wait.",
        };
}
