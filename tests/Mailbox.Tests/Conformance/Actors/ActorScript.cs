namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>
/// What an actor does with the first, second, third ... message that it gets, whichever that is; after the last act it handles what comes. That it
/// goes by the place and not by the message makes scripts comparable when ties are broken differently.
/// </summary>
internal sealed class ActorScript(int seed, IReadOnlyList<Act> acts)
{
    private static readonly Act[] Failures = [Act.Resume, Act.Restart];
    private static readonly Act[] Storm =
    [
        Act.Stash, Act.Stash, Act.Stash, Act.Unstash, Act.UnstashAll, Act.StashAndResume, Act.StashAndRestart,
        Act.UnstashAndRestart, Act.UnstashAllAndResume, Act.UnstashAllAndRestart, Act.Resume, Act.Restart,
    ];

    public int Seed { get; } = seed;

    public IReadOnlyList<Act> Acts { get; } = acts;

    /// <summary>Something happens at one message in so many, on average.</summary>
    public static ActorScript Failing(int seed, int length, int every) => From(seed, length, every, Failures);

    public static ActorScript Stashing(int seed, int length, int every) => From(seed, length, every, Storm);

    /// <summary>The same until a message at which the actor stops.</summary>
    public ActorScript StoppingAt(int place) => new(Seed, [.. Acts.Take(place), Act.Stop]);

    public Act At(int place) => place < Acts.Count ? Acts[place] : Act.Handle;

    private static ActorScript From(int seed, int length, int every, Act[] acts)
    {
        var random = new Random(seed);
        return new ActorScript(
            seed, [.. Enumerable.Range(0, length).Select(_ => random.Next(every) == 0 ? acts[random.Next(acts.Length)] : Act.Handle)]);
    }
}
