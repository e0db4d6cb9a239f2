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
        Act.Stash, Act.Stash, Act.Stash, Act.Unstash, Act.UnstashAll, Act.Stash | Act.Resume, Act.Stash | Act.Restart,
        Act.Unstash | Act.Restart, Act.UnstashAll | Act.Resume, Act.UnstashAll | Act.Restart, Act.Resume, Act.Restart,
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

/// <summary>What a scripted actor does with a message: something with its stash, and then a failure or its end.</summary>
[Flags]
internal enum Act
{
    Handle = 0,
    Stash = 1,
    Unstash = 2,
    UnstashAll = 4,

    /// <summary>Fails, and its supervisor lets it go on: the mailbox is suspended and resumed.</summary>
    Resume = 8,

    /// <summary>Fails, and its supervisor restarts it.</summary>
    Restart = 16,

    /// <summary>Stops itself with whatever waits and is stashed.</summary>
    Stop = 32,
}
