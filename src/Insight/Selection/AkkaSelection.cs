namespace AkkaInstrumentation;

/// <summary>
/// Which messages somebody wants to see: to which actors, of which types, with which value, for how long, how many. What is not set selects all. Time
/// and number always have a limit.
/// </summary>
public sealed record AkkaSelection
{
    /// <summary>The longest time: a day.</summary>
    internal static readonly TimeSpan Longest = TimeSpan.FromDays(1);

    /// <summary>The largest number of traces.</summary>
    internal const int MostTraces = 10_000;

    /// <summary>Path of an actor, or a pattern as in rules: <c>/user/orders/42</c>, <c>/user/orders/**</c>.</summary>
    public string? Actors { get; init; }

    /// <summary>Name of a message type, or a pattern as in rules: <c>PlaceOrder</c>, <c>Shop.*</c>.</summary>
    public string? Messages { get; init; }

    /// <summary>
    /// An attribute that spans show, by <see cref="SpanAttributeAttribute"/> or a rule's <c>attributes</c>, or an item of the baggage, for example
    /// <c>order.id</c>. It needs a <see cref="Value"/>.
    /// </summary>
    public string? Attribute { get; init; }

    /// <summary>The value that the attribute must have, as spans show it.</summary>
    public string? Value { get; init; }

    /// <summary>How long, at most a day. Default: five minutes.</summary>
    public TimeSpan Duration { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>The most traces that it begins, from 1 to 10,000. Default: 100.</summary>
    public int Traces { get; init; } = 100;

    /// <summary>The criteria as a rule has them.</summary>
    /// <exception cref="ArgumentException">Something is not allowed.</exception>
    internal RuleCriterion[] Criteria()
    {
        if (Duration <= TimeSpan.Zero || Duration > Longest)
        {
            throw new ArgumentOutOfRangeException(nameof(Duration), Duration, $"Allowed is more than nothing and at most {Longest}.");
        }

        ArgumentOutOfRangeException.ThrowIfLessThan(Traces, 1, nameof(Traces));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(Traces, MostTraces, nameof(Traces));
        if ((Attribute is null) != (Value is null) || Attribute is "")
        {
            throw new ArgumentException("An attribute needs a value, and a value needs an attribute.", nameof(Attribute));
        }

        return [.. Criterion(RuleKeys.Path, PatternOf(Actors)), .. Criterion(RuleKeys.Message, Messages)];
    }

    /// <summary>A path without its address.</summary>
    /// <exception cref="ArgumentException">It is no path or pattern.</exception>
    internal static string? PatternOf(string? actors)
    {
        if (actors is null)
        {
            return null;
        }

        var pattern = actors.StartsWith('/') || !Akka.Actor.ActorPath.TryParse(actors, out var parsed) ? actors : parsed.ToStringWithoutAddress();
        return PathPattern.ProblemOf(pattern) is { } problem
            ? throw new ArgumentException($"'{ForeignText.Clean(actors)}': {problem}.", nameof(actors))
            : pattern;
    }

    private static IEnumerable<RuleCriterion> Criterion(string key, string? pattern) =>
        string.IsNullOrWhiteSpace(pattern) ? [] : [new(key, [pattern])];
}
