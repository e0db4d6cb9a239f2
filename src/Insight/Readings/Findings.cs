using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>All findings of one kind: their number, and the worst of them by name. It has no reference to an actor.</summary>
/// <param name="Count">All that were found.</param>
/// <param name="Worst">At most <see cref="MaxNamed"/> of them, the worst first.</param>
internal sealed record Findings<T>(int Count, IReadOnlyList<T> Worst)
{
    public const int MaxNamed = 100;

    private IReadOnlyDictionary<string, int>? _byType;

    public static Findings<T> None { get; } = new(0, []);

    /// <param name="found">All that were found.</param>
    /// <param name="badness">Larger is worse.</param>
    /// <param name="typeOf">Returns the actor type; null if they are not counted by type.</param>
    public static Findings<T> From(IReadOnlyCollection<T> found, Func<T, double> badness, Func<T, string>? typeOf = null) =>
        found.Count == 0 ? None : new(found.Count, [.. found.OrderByDescending(badness).Take(MaxNamed)])
        {
            // If all of them are named, they can be counted directly.
            _byType = typeOf is null || found.Count <= MaxNamed ? null
                : found.GroupBy(typeOf).ToDictionary(same => same.Key, same => same.Count()),
        };

    public Findings<TOther> Select<TOther>(Func<T, TOther> shown) => new(Count, [.. Worst.Select(shown)]) { _byType = _byType };

    /// <summary>How many there are of an actor type, including those that are not named.</summary>
    /// <param name="type">The type.</param>
    /// <param name="named">How many of these are named.</param>
    public int CountOf(string type, int named) => _byType?.GetValueOrDefault(type, named) ?? named;

    /// <summary>Adds other findings, without their counts by type.</summary>
    public Findings<T> And(Findings<T> others) => others.Count == 0 ? this
        : new(Count + others.Count, [.. Worst.Concat(others.Worst).Take(MaxNamed)]) { _byType = _byType };

    /// <summary>The named findings that meet the condition, and all that are not named.</summary>
    public Findings<T> Where(Func<T, bool> condition)
    {
        List<T> kept = [.. Worst.Where(condition)];
        return new(Count - Worst.Count + kept.Count, kept);
    }
}

/// <summary>The present findings of the watch of an actor system. The background thread replaces the parts; any thread reads them.</summary>
internal sealed record WatchFindings(Findings<GrowingMailbox> Growing, Findings<BlockingActor> Blocking)
{
    public static WatchFindings None { get; } = new(Findings<GrowingMailbox>.None, Findings<BlockingActor>.None);
}

/// <summary>An actor whose handler blocks its thread, as of the last check of the background thread.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="MessageType">Readable name of the message's type; <c>_none</c> while the actor starts, stops or restarts.</param>
/// <param name="Seconds">How long it has blocked so far.</param>
/// <param name="Thread">The thread's number, with its name if it has one.</param>
internal sealed record BlockingActor(string Path, string ActorType, string MessageType, double Seconds, string Thread = "")
{
    /// <summary>The message with its sender and its trace; null while the actor starts, stops or restarts.</summary>
    public AkkaMessageAtWork? Work { get; init; }

    /// <summary>Where it hangs; null when that is not known.</summary>
    public HungStack? Stack { get; init; }

    /// <summary>The sender and the trace, to be added to a sentence; empty when neither is known.</summary>
    public string From => Work?.From ?? "";

    /// <summary>Where it hangs, to be added to a sentence; empty when that is not known.</summary>
    public string In => Stack is null ? "" : $", in {Stack.Where}";
}

/// <summary>A mailbox that has grown for too long and has not recovered, as of the last check of the background thread.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Depth">Messages that wait, in the mailbox and in the actor's stash.</param>
/// <param name="PerSecond">Its growth in messages per second over the latest checks; negative when it shrinks, 0 when that is not known.</param>
/// <param name="Seconds">How long it has been deep.</param>
/// <param name="Senders">The main senders of the messages at its head, when it was last reported; empty when they are not known.</param>
internal sealed record GrowingMailbox(string Path, string ActorType, int Depth, double PerSecond, double Seconds = 0, string Senders = "")
{
    /// <summary>The number of these messages that are in the actor's stash.</summary>
    public int Stashed { get; init; }

    // A growth that would be shown as 0.0 is no growth.
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

/// <summary>An actor system that has ended while its application goes on.</summary>
/// <param name="Address">Its address.</param>
/// <param name="Seconds">How long ago.</param>
internal sealed record EndedActorSystem(string Address, double Seconds);

/// <summary>An event that happened several times within a short period: restarts of an actor, failures or losses of one kind.</summary>
/// <param name="Latest">The latest of them.</param>
/// <param name="Count">How many.</param>
/// <param name="Seconds">How long it has gone on without a pause.</param>
internal sealed record Repeated<T>(T Latest, int Count, double Seconds = 0)
{
    /// <summary>How long ago the latest was; null when that is not known.</summary>
    public double? LatestSeconds { get; init; }

    /// <summary>In how many seconds it is below the threshold, if it does not happen again; null when that is not known.</summary>
    public double? ClearsSeconds { get; init; }
}
