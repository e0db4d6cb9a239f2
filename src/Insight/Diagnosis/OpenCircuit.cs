namespace AkkaInstrumentation;

/// <summary>A circuit breaker is open, and refuses calls: what it protects has failed several times.</summary>
internal static class OpenCircuit
{
    public const string Refused = "Akka.Pattern.OpenCircuitException";

    public static IEnumerable<AkkaCause> In(Symptoms seen) =>
        from same in seen.Breakers
        let breakers = same.Living
        let open = breakers.Where(breaker => breaker is { IsClosed: false, OpenedAt: > 0 }).ToList()
        where open.Count > 0
        let seconds = open.Max(breaker => Ticks.ToSeconds(seen.Now - breaker.OpenedAt))
        let failures = open.Select(breaker => breaker.LastFailure?.GetType().FullName).OfType<string>().Distinct().Take(3).ToList()
        select new AkkaCause(
            AkkaCauseKinds.OpenCircuit, $"The circuit breaker {same.Name} refuses calls, for {CauseText.Seconds(seconds)}.",
                AkkaCertainty.Certain, actor: "")
        {
            Seconds = seconds,
            Evidence =
            [
                CauseText.Text($"{open.Count} of {breakers.Count} with this name"),
                .. failures.Select(failure => $"the latest call failed with {failure}"),
                .. seen.Found.Failing.Worst.Where(failure => failure.Latest.Error == Refused).Select(FailingHandlers.Evidence),
            ],
            Next = "Look at what the breaker protects: does it answer, and within the breaker's call time-out? The breaker tries again by itself.",
        };
}
