using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>Everything of one kind that was found: how many, and the worst of them by name. It keeps no actor.</summary>
/// <param name="Count">All that were found.</param>
/// <param name="Worst">At most <see cref="MaxNamed"/> of them, the worst first.</param>
internal sealed record Findings<T>(int Count, IReadOnlyList<T> Worst)
{
    public const int MaxNamed = 100;

    public static Findings<T> None { get; } = new(0, []);

    /// <param name="found">All that were found.</param>
    /// <param name="badness">Larger is worse.</param>
    public static Findings<T> Of(IReadOnlyCollection<T> found, Func<T, double> badness) =>
        found.Count == 0 ? None : new(found.Count, [.. found.OrderByDescending(badness).Take(MaxNamed)]);
}

/// <summary>What a watch of an actor system sees at present. The watchdog thread replaces the parts; any thread reads them.</summary>
internal sealed record WatchFindings(Findings<GrowingMailbox> Growing, Findings<BlockingActor> Blocking)
{
    public static WatchFindings None { get; } = new(Findings<GrowingMailbox>.None, Findings<BlockingActor>.None);
}

/// <summary>An actor whose handler blocks its thread, as the last look of the watchdog thread saw it.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="MessageType">Readable name of the message's type; <c>_none</c> while the actor starts, stops or restarts.</param>
/// <param name="Seconds">For how long so far.</param>
internal sealed record BlockingActor(string Path, string ActorType, string MessageType, double Seconds);

/// <summary>A mailbox that has grown for too long and has not recovered, as the last look of the watchdog thread saw it.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Depth">Messages that wait.</param>
/// <param name="PerSecond">Messages that it grew by each second.</param>
internal sealed record GrowingMailbox(string Path, string ActorType, int Depth, double PerSecond);

/// <summary>An actor with a message that has waited for too long.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Seconds">How long the oldest timed message has waited.</param>
/// <param name="Depth">Messages that wait.</param>
internal sealed record LateActor(string Path, string ActorType, double Seconds, int Depth);

/// <summary>An actor that was restarted several times within a short time.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Restarts">How many times.</param>
internal sealed record RestartingActor(string Path, string ActorType, int Restarts);

/// <summary>
/// The latest restarts of actors of one system: when, and which actor by name. Written by the thread that restarts the actor, read by health
/// checks. Restarts are rare, so both take a lock. It keeps at most <see cref="Kept"/> restarts, and no actor.
/// </summary>
internal sealed class RecentRestarts
{
    /// <summary>More restarts than this within the time of a check are counted as this many.</summary>
    public const int Kept = 4096;

    private readonly object _lock = new();
    private readonly Queue<Restart> _restarts = new();

    /// <param name="path">The actor's path without the address.</param>
    /// <param name="actorType">Readable name of the actor's type.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public void Add(string path, string actorType, long now)
    {
        lock (_lock)
        {
            if (_restarts.Count == Kept)
            {
                _restarts.Dequeue();
            }

            _restarts.Enqueue(new(path, actorType, now));
        }
    }

    /// <summary>The actors that were restarted at least so many times since a moment.</summary>
    /// <param name="since"><see cref="Stopwatch"/> ticks.</param>
    /// <param name="least">Actors with fewer restarts are left out.</param>
    public Findings<RestartingActor> Since(long since, int least)
    {
        Restart[] restarts;
        lock (_lock)
        {
            restarts = [.. _restarts];
        }

        var actors = restarts
            .Where(restart => restart.At >= since)
            .GroupBy(restart => restart.Path, StringComparer.Ordinal)
            .Select(actor => new RestartingActor(actor.Key, actor.Last().ActorType, actor.Count()))
            .Where(actor => actor.Restarts >= least)
            .ToList();
        return Findings<RestartingActor>.Of(actors, actor => actor.Restarts);
    }

    private readonly record struct Restart(string Path, string ActorType, long At);
}
