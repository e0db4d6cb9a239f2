using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Observes what actors in trouble do at several moments, because a single check could find an actor between two messages. The
/// <see cref="BackgroundThread"/> checks for as long as the result was read within the last two minutes. A reader never waits: the first reader makes
/// the first check itself. It has no reference to an actor. Any thread, under its lock.
/// </summary>
internal sealed class TroubleLooks(AkkaInstrumentationExtension system) : BackgroundWork(TimeSpan.FromMilliseconds(50), TelemetryFault.Watch)
{
    /// <summary>The number of checks that are kept for an actor.</summary>
    public const int Kept = 5;

    /// <summary>The largest number of actors that are observed.</summary>
    public const int MaxActors = 40;

    private static readonly long AskedWithin = 120 * Stopwatch.Frequency;
    private static readonly long InUse = 10 * Stopwatch.Frequency;

    private readonly Dictionary<string, Looked> _looked = [];

    /// <summary>The mailbox of the actor at a path without address; null for none.</summary>
    public ObservedMailbox? MailboxAt(string path) =>
        LivingActors.CellAt(system.System, path) is ActorCell { Mailbox.MessageQueue: IObservedQueue queue } ? queue.Observed : null;

    /// <summary>The results of the latest checks of an actor.</summary>
    public IReadOnlyList<MailboxState> Read(string path, ObservedMailbox mailbox)
    {
        var now = Stopwatch.GetTimestamp();
        lock (_looked)
        {
            if (!_looked.TryGetValue(path, out var looked))
            {
                looked = new Looked();
                if (system.EndedAt == 0 && (_looked.Count < MaxActors || TryForget(now, InUse)))
                {
                    _looked.Add(path, looked);
                    BackgroundThread.TryAdd(this);
                }
            }

            looked.AskedAt = now;
            if (looked.States.Count == 0)
            {
                looked.Add(mailbox.ReadState());
            }

            return [.. looked.States];
        }
    }

    protected override void Do(long now)
    {
        lock (_looked)
        {
            while (TryForget(now, system.EndedAt == 0 ? AskedWithin : long.MinValue))
            {
            }

            foreach (var path in _looked.Keys)
            {
                if (MailboxAt(path) is { } mailbox)
                {
                    _looked[path].Add(mailbox.ReadState());
                }
                else
                {
                    _looked.Remove(path);
                }
            }

            if (_looked.Count == 0)
            {
                BackgroundThread.Remove(this);
            }
        }
    }

    // Forgets the actor whose result has not been read for the longest time.
    private bool TryForget(long now, long longerThan) =>
        _looked.Count > 0 && _looked.MinBy(one => one.Value.AskedAt) is var oldest
        && now - oldest.Value.AskedAt > longerThan && _looked.Remove(oldest.Key);

    private sealed class Looked
    {
        public Queue<MailboxState> States { get; } = new();

        public long AskedAt { get; set; }

        public void Add(MailboxState state)
        {
            States.Enqueue(state);
            if (States.Count > Kept)
            {
                States.Dequeue();
            }
        }
    }
}
