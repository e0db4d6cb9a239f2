namespace AkkaInstrumentation;

/// <summary>Actors of one type are started and not stopped, minute after minute: nobody ends them, and their memory is never free.</summary>
internal static class ActorLeak
{
    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from type in seen.Growing
        let who = FoldedNames.Who(type.ActorType)
        select new AkkaCause(AkkaCauseKinds.ActorLeak, $"Ever more actors {who} live: they are started and not stopped.",
            AkkaCertainty.Possible, type.ActorType)
        {
            Path = type.Path,
            Seconds = type.Seconds,
            Evidence =
            [
                CauseText.Text($"{type.Live} live, {type.More} more than {type.Seconds / 60:0.#} min ago, and more in each minute"),
                type.Stopped == 0 ? "none has stopped" : CauseText.Text($"{type.Stopped} have stopped"),
                .. type.Path.Length > 0 ? [$"one of them is {type.Path}"] : Array.Empty<string>(),
            ],
            Next = "Who starts them, and what stops them (Context.Stop, a ReceiveTimeout, passivation)? If the system still loads or warms up, wait.",
        };
}
