using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>Everything of one kind that was found: how many, and the worst of them by name. It keeps no actor.</summary>
/// <param name="Count">All that were found.</param>
/// <param name="Worst">At most <see cref="MaxNamed"/> of them, the worst first.</param>
internal sealed record Findings<T>(int Count, IReadOnlyList<T> Worst)
{
    public const int MaxNamed = 100;

    private IReadOnlyDictionary<string, int>? _byType;

    public static Findings<T> None { get; } = new(0, []);

    /// <param name="found">All that were found.</param>
    /// <param name="badness">Larger is worse.</param>
    /// <param name="typeOf">The actor type; null where nobody counts by it.</param>
    public static Findings<T> From(IReadOnlyCollection<T> found, Func<T, double> badness, Func<T, string>? typeOf = null) =>
        found.Count == 0 ? None : new(found.Count, [.. found.OrderByDescending(badness).Take(MaxNamed)])
        {
            // Where all are named, they can be counted.
            _byType = typeOf is null || found.Count <= MaxNamed ? null
                : found.GroupBy(typeOf).ToDictionary(same => same.Key, same => same.Count()),
        };

    public Findings<TOther> Select<TOther>(Func<T, TOther> shown) => new(Count, [.. Worst.Select(shown)]) { _byType = _byType };

    /// <summary>How many there are of an actor type, also of those that are not named.</summary>
    /// <param name="type">The type.</param>
    /// <param name="named">How many of these are named.</param>
    public int CountOf(string type, int named) => _byType?.GetValueOrDefault(type, named) ?? named;

    /// <summary>These and others; of others without their counts by type.</summary>
    public Findings<T> And(Findings<T> others) => others.Count == 0 ? this
        : new(Count + others.Count, [.. Worst.Concat(others.Worst).Take(MaxNamed)]) { _byType = _byType };

    /// <summary>Those of them that are named, and all that are not.</summary>
    public Findings<T> Where(Func<T, bool> condition)
    {
        List<T> kept = [.. Worst.Where(condition)];
        return new(Count - Worst.Count + kept.Count, kept);
    }
}

/// <summary>What a watch of an actor system sees at present. The background thread replaces the parts; any thread reads them.</summary>
internal sealed record WatchFindings(Findings<GrowingMailbox> Growing, Findings<BlockingActor> Blocking)
{
    public static WatchFindings None { get; } = new(Findings<GrowingMailbox>.None, Findings<BlockingActor>.None);
}

/// <summary>An actor whose handler blocks its thread, as the last look of the background thread saw it.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="MessageType">Readable name of the message's type; <c>_none</c> while the actor starts, stops or restarts.</param>
/// <param name="Seconds">For how long so far.</param>
/// <param name="Thread">The thread's number, with its name if it has one.</param>
internal sealed record BlockingActor(string Path, string ActorType, string MessageType, double Seconds, string Thread = "")
{
    /// <summary>The message with its sender and its trace; null while the actor starts, stops or restarts.</summary>
    public AkkaMessageAtWork? Work { get; init; }

    /// <summary>From whom and in which trace, to be added to a sentence; empty when neither is known.</summary>
    public string From => Work?.From ?? "";
}

/// <summary>A mailbox that has grown for too long and has not recovered, as the last look of the background thread saw it.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Depth">Messages that wait, in the mailbox and in the actor's stash.</param>
/// <param name="PerSecond">Messages that it grew by each second of the latest looks; below 0 when it shrinks, 0 when that is not known.</param>
/// <param name="Seconds">How long it has been deep.</param>
/// <param name="Senders">The main senders of the messages at its head, when it was last reported; empty when they are not known.</param>
internal sealed record GrowingMailbox(string Path, string ActorType, int Depth, double PerSecond, double Seconds = 0, string Senders = "")
{
    /// <summary>Those of the messages that are in the actor's stash.</summary>
    public int Stashed { get; init; }

    // What a figure with one decimal shows as 0 is no growth.
    private const double MinShown = 0.05;

    /// <summary>Whether it still grows. A report ends when the mailbox has recovered, which can be long after the growth has ended.</summary>
    public string Trend => PerSecond switch
    {
        >= MinShown => string.Create(CultureInfo.InvariantCulture, $"{PerSecond:0.#} more each second"),
        <= -MinShown => string.Create(CultureInfo.InvariantCulture, $"{-PerSecond:0.#} fewer each second"),
        _ => "no longer growing",
    };

    /// <summary>How many messages wait, and how many of them in the stash.</summary>
    public static string TextOf(int depth, int stashed) =>
        string.Create(CultureInfo.InvariantCulture, $"{depth} messages wait{(stashed > 0 ? $" ({stashed} in the stash)" : "")}");
}

/// <summary>An actor with a message that has waited for too long.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Seconds">How long the oldest timed message has waited.</param>
/// <param name="Depth">Messages that wait.</param>
internal sealed record LateActor(string Path, string ActorType, double Seconds, int Depth);

/// <summary>The actor system has ended, and its application goes on.</summary>
/// <param name="Address">Its address.</param>
/// <param name="Seconds">How long ago.</param>
internal sealed record EndedActorSystem(string Address, double Seconds);

/// <summary>What happened several times within a short time: restarts of an actor, failures or losses of one kind.</summary>
/// <param name="Latest">The latest of them.</param>
/// <param name="Count">How many.</param>
/// <param name="Seconds">How long it has gone on without a pause.</param>
internal sealed record Repeated<T>(T Latest, int Count, double Seconds = 0)
{
    /// <summary>How long ago the latest was; null when that is not known.</summary>
    public double? LatestSeconds { get; init; }

    /// <summary>After which time it is no longer several times, if it does not happen again; null when that is not known.</summary>
    public double? ClearsSeconds { get; init; }
}
