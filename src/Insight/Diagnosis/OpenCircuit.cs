namespace AkkaInstrumentation;

/// <summary>A circuit breaker is not closed and refuses calls, because the protected service has failed several times.</summary>
internal static class OpenCircuit
{
    public const string Refused = "Akka.Pattern.OpenCircuitException";

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Breakers
        let breakers = same.Living
        let open = breakers.Where(breaker => !breaker.IsClosed).ToList()
        where open.Count > 0
        let seconds = open.Max(breaker => breaker.OpenedAt is > 0 and var at ? Ticks.ToSeconds(seen.Now - at) : 0)
        let failures = open.Select(breaker => breaker.LastFailure?.GetType().FullName).OfType<string>().Distinct().Take(3).ToList()
        let isOpen = open.Exists(breaker => breaker.IsOpen)

        // A half-open breaker waits for a call, even for hours if none comes.
        let refuses = isOpen || seen.Failed.Any(failure => failure.Latest.Error == Refused)
        let does = isOpen ? "refuses calls" : refuses ? "tries one call and refuses the others" : "waits for a call to try what has failed"
        select new AkkaCause(
            AkkaCauseKinds.OpenCircuit, $"The circuit breaker {same.Name} {does}{(seconds > 0 ? $", for {CauseText.Seconds(seconds)}" : "")}.",
                refuses ? AkkaCertainty.Certain : AkkaCertainty.Possible, actor: "")
        {
            Seconds = seconds,
            Evidence =
            [
                CauseText.Text($"{open.Count} of {breakers.Count} with this name"),
                .. failures.Select(failure => $"the latest call failed with {failure}"),
                .. seen.Found.Failing.Worst.Where(failure => failure.Latest.Error == Refused).Select(FailingHandlers.Evidence),
            ],
            NextStep = "Look at what the breaker protects: does it answer, and within the breaker's call time-out? "
                + "The breaker tries again by itself.",
        };
}
