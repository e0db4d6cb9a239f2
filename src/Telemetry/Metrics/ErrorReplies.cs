namespace AkkaInstrumentation;

/// <summary>
/// Answers <c>Status.Failure</c> in one actor system. They are counted where they arrive, at an instrumented actor or a measured Ask: their sender
/// pays nothing. Any thread.
/// </summary>
internal sealed class ErrorReplies(SystemMetrics metrics)
{
    private readonly Capped<(string Actor, string Error), TaggedCount> _counts = new(
        LossCounts.MaxSeries, static _ => (FoldedNames.Other, FoldedNames.OtherError), shown => New(metrics, shown.Actor, shown.Error));

    public IEnumerable<TaggedCount> Counts => _counts;

    /// <param name="actor">Readable name of the answering actor's type. Nothing is counted if nobody has sent it.</param>
    /// <param name="cause">What the answer contains; may be null.</param>
    public void Count(string actor, Exception? cause)
    {
        if (actor != FoldedNames.None)
        {
            _counts.For((actor, cause is null ? FoldedNames.OtherError : TypeNames.Full(cause.GetType()))).Increment();
        }
    }

    private static TaggedCount New(SystemMetrics metrics, string actor, string error)
    {
        var tags = metrics.Tags.With(new(AkkaSpanAttributes.ActorType, actor), new(AkkaSpanAttributes.ErrorType, error));
        var category = metrics.ActorTypes.FirstOrDefault(type => type.Name == actor)?.Category;
        return new(category is null ? tags : [.. tags, new(AkkaMetricAttributes.ActorCategory, category)]);
    }
}
