using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The cells of one mailbox, found by message type: a small open-addressing table, empty until the first message.
/// One writer at a time, the thread that runs the mailbox; a collector may read at any moment, so a grown table is
/// published whole and cells are only ever added.
/// </summary>
internal struct MessageCells
{
    private MessageCell?[]? _table;
    private int _count;

    /// <summary>The cells so far, with gaps. Safe to read while the writer adds.</summary>
    public readonly MessageCell?[] Snapshot => Volatile.Read(in _table) ?? [];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public MessageCell For(ActorTypeInfo actor, Type message)
    {
        if (_table is { } table)
        {
            var slot = RuntimeHelpers.GetHashCode(message) & (table.Length - 1);
            if (table[slot] is { } cell && ReferenceEquals(cell.Type, message))
            {
                return cell;
            }
        }

        return ForCore(actor, message);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private MessageCell ForCore(ActorTypeInfo actor, Type message)
    {
        var table = _table ?? new MessageCell?[4];
        for (var slot = Slot(table, message); ; slot = (slot + 1) & (table.Length - 1))
        {
            if (table[slot] is not { } cell)
            {
                return Add(table, new MessageCell(message, actor.Message(message)));
            }

            if (ReferenceEquals(cell.Type, message))
            {
                return cell;
            }
        }
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
}
