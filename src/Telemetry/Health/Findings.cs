namespace AkkaInstrumentation;

/// <summary>Everything of one kind that was found: how many, and the worst of them by name. It keeps no actor.</summary>
/// <param name="Count">All that were found.</param>
/// <param name="Worst">At most <see cref="MostNamed"/> of them, the worst first.</param>
internal sealed record Findings<T>(int Count, IReadOnlyList<T> Worst)
{
    public const int MostNamed = 100;

    public static Findings<T> None { get; } = new(0, []);

    /// <param name="found">All that were found.</param>
    /// <param name="badness">Larger is worse.</param>
    public static Findings<T> Of(IReadOnlyCollection<T> found, Func<T, double> badness) =>
        found.Count == 0 ? None : new(found.Count, [.. found.OrderByDescending(badness).Take(MostNamed)]);
}
