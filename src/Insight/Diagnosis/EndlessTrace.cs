namespace AkkaInstrumentation;

/// <summary>Messages had no place in their trace, because the trace had reached its largest number of spans.</summary>
internal static class EndlessTrace
{
    public static IEnumerable<AkkaCause> In(Symptoms seen)
    {
        if (seen.Cut is { } cut)
        {
            var what = $"A conversation or loop through {cut.ActorType} never ends its trace.";
            yield return new AkkaCause(AkkaCauseKinds.EndlessTrace, what, AkkaCertainty.Possible, cut.ActorType)
            {
                Subject = cut.Path,
                Evidence =
                [
                    CauseText.Text($"in the last 60 s a trace had {cut.Spans} spans, as many as it may have, when {cut.Message} came to {cut.Path}"),
                ],
                NextStep = "Begin a new trace for each round: set Activity.Current to null before the first message, or use a scheduler. "
                    + "If the trace is only long, raise tracing.max-spans-per-trace or tracing.sampling.budget.",
            };
        }
    }
}
