using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The cells of one mailbox, found by message type: a small open-addressing table, empty until the first message.
/// One writer at a time, the thread that runs the mailbox; a collector may read at any moment, so a grown table is
/// published whole and cells are only ever added. It grows no further than the actor type's cap: types beyond it share
/// one cell, and so do Akka's wrappers when there are many kinds of them.
/// </summary>
internal struct MessageCells
{
    private const int MostWrappers = 16;

    private MessageCell?[]? _table;
    private int _count;

    /// <summary>The cells so far, with gaps. Safe to read while the writer adds.</summary>
    public readonly MessageCell?[] Snapshot => Volatile.Read(in _table) ?? [];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public MessageCell For(ActorTypeInfo actor, ActorRules rules, Type message)
    {
        if (_table is { } table)
        {
            var slot = RuntimeHelpers.GetHashCode(message) & (table.Length - 1);
            if (table[slot] is { } cell && ReferenceEquals(cell.Type, message))
            {
                return cell;
            }
        }

        return ForCore(actor, rules, message);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private MessageCell ForCore(ActorTypeInfo actor, ActorRules rules, Type message)
    {
        var table = _table ?? new MessageCell?[4];
        for (var slot = Slot(table, message); ; slot = (slot + 1) & (table.Length - 1))
        {
            if (table[slot] is not { } cell)
            {
                return New(actor, rules, table, message);
            }

            if (ReferenceEquals(cell.Type, message))
            {
                return cell;
            }
        }
    }

    // A type without a cell of its own comes here for each message: it costs a look-up at the actor type, no memory.
    private MessageCell New(ActorTypeInfo actor, ActorRules rules, MessageCell?[] table, Type message)
    {
        var info = actor.Message(message);
        var verdict = rules.For(message);
        if (info.IsOther)
        {
            return Shared(table, typeof(Others), info, verdict);
        }

        return info.IsWrapper && _count >= MostWrappers
            ? Shared(table, typeof(Wrappers), info, verdict)
            : Add(table, new MessageCell(message, info, verdict));
    }

    private MessageCell Shared(MessageCell?[] table, Type key, MessageTypeInfo info, Verdict verdict)
    {
        for (var slot = Slot(table, key); table[slot] is { } cell; slot = (slot + 1) & (table.Length - 1))
        {
            if (ReferenceEquals(cell.Type, key))
            {
                return cell;
            }
        }

        return Add(table, new MessageCell(key, info, verdict));
    }

    private MessageCell Add(MessageCell?[] table, MessageCell cell)
    {
        // at most half full: a probe ends soon
        if (++_count * 2 > table.Length)
        {
            var larger = new MessageCell?[table.Length * 2];
            foreach (var old in table)
            {
                if (old is not null)
                {
                    Insert(larger, old);
                }
            }

            table = larger;
        }

        Insert(table, cell);
        Volatile.Write(ref _table, table);
        return cell;
    }

    private static void Insert(MessageCell?[] table, MessageCell cell)
    {
        var slot = Slot(table, cell.Type);
        while (table[slot] is not null)
        {
            slot = (slot + 1) & (table.Length - 1);
        }

        Volatile.Write(ref table[slot], cell);
    }

    private static int Slot(MessageCell?[] table, Type message) => RuntimeHelpers.GetHashCode(message) & (table.Length - 1);

    /// <summary>The key of the cell that types beyond the cap share.</summary>
    private static class Others;

    /// <summary>The key of the cell that wrappers share when there are many kinds of them.</summary>
    private static class Wrappers;
}
