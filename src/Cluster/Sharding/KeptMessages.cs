using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// Messages that a shard region or a shard keeps for later, by the identity of the message object. An entry is notified when its message is sent on.
/// It does not keep the message alive. Any thread, under the lock of the table. While nothing is kept, a message costs one read of a field.
/// </summary>
internal sealed class KeptMessages : WatchedSends
{
    private static readonly KeptMessages Instance = new();
    private static readonly ConditionalWeakTable<object, List<BufferedMessage>> Table = [];
    private static int s_waiting;

    /// <summary>Whether anything is kept in this process.</summary>
    public static bool Any => Current is not null;

    /// <summary>A message is kept. The same object may be kept several times.</summary>
    /// <param name="message">The message.</param>
    /// <param name="kept">The entry that is notified, once.</param>
    public static void Add(object message, BufferedMessage kept)
    {
        lock (Table)
        {
            if (!Table.TryGetValue(message, out var all))
            {
                Table.Add(message, all = []);
            }

            all.Add(kept);
            Wait(1);
        }
    }

    /// <summary>Removes an entry. Called once for each entry that was added, unless its message has been sent on.</summary>
    /// <param name="message">The message; null if it has been garbage-collected and so can no longer be sent.</param>
    /// <param name="kept">Its entry.</param>
    public static void Forget(object? message, BufferedMessage kept)
    {
        lock (Table)
        {
            if (message is null)
            {
                Wait(-1);
            }
            else if (Table.TryGetValue(message, out var all) && all.Remove(kept))
            {
                Wait(-1);
                if (all.Count == 0)
                {
                    Table.Remove(message);
                }
            }
        }
    }

    /// <summary>
    /// A message is sent to an actor, to another node, or to the dead letters. It counts as sent on only if the actor that keeps it sends it, because
    /// other actors may send the same object. Sender's thread. Never throws.
    /// </summary>
    /// <param name="message">The message.</param>
    /// <param name="isLost">Whether it is a dead letter.</param>
    public override void Sent(object message, bool isLost)
    {
        // Only Akka's own actors keep messages, so a message that the application's actors send takes no lock.
        if (InternalCurrentActorCellKeeper.Current is not
            { Self: var sender, Mailbox.MessageQueue: IObservedQueue { Observed.Rules.Kind: not AkkaActorKind.User } })
        {
            return;
        }

        BufferedMessage kept;
        lock (Table)
        {
            if (!Table.TryGetValue(message, out var all) || PlaceOf(all, sender) is not (>= 0 and var place))
            {
                return;
            }

            kept = all[place];
            all.RemoveAt(place);
            Wait(-1);
            if (all.Count == 0)
            {
                Table.Remove(message);
            }
        }

        TelemetryFault.Guard(TelemetryFault.Listener, (kept, isLost), static it => it.kept.GoesOn(it.isLost));
    }

    // A sender reads only whether there is a watch.
    private static void Wait(int more)
    {
        s_waiting += more;
        Current = s_waiting == 0 ? null : Instance;
    }

    private static int PlaceOf(List<BufferedMessage> all, IActorRef holder)
    {
        for (var place = 0; place < all.Count; place++)
        {
            if (ReferenceEquals(all[place].Holder, holder))
            {
                return place;
            }
        }

        return -1;
    }
}
