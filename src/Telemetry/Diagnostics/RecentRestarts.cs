using System.Diagnostics;

namespace AkkaInstrumentation;

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
