using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The cells of one mailbox, found by message type: a few in a chain, since most actors get a few types and an idle actor
/// should cost little; more in an open-addressing table. One writer at a time, the thread that runs the mailbox; a
/// collector may read at any moment, so a longer chain or a larger table is published whole and cells are only ever
/// added. There are no more than the actor type's cap: types beyond it share one cell, and so do Akka's wrappers when
/// there are many kinds of them.
/// A type that can be unloaded has the cell of its name.
/// </summary>
internal struct MessageCells
{
    private const int Few = 4;
    private const int MostWrappers = 16;

    // null, the latest MessageCell of the chain, or the table
    private object? _cells;
    private int _count;

    public MessageCell For(ActorTypeInfo actor, ActorRules rules, Type message) => Find(message) ?? ForCore(actor, rules, message);

    /// <summary>The cell of a type that has been here, by its <see cref="MessageKind.Key"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly MessageCell? Find(object key)
    {
        if (_cells is not MessageCell latest)
        {
            return InTable(key);
        }

        for (var cell = latest; cell is not null; cell = cell.Next)
        {
            if (ReferenceEquals(cell.Kind.Key, key))
            {
                return cell;
            }
        }

        return null;
    }

    /// <summary>The same if its messages are only to be counted. All that is read is in the cells themselves.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly MessageCell? FindPlain(Type message)
    {
        if (_cells is not MessageCell latest)
        {
            return InTable(message) is { PlainType: not null } found ? found : null;
        }

        for (var cell = latest; cell is not null; cell = cell.Next)
        {
            if (ReferenceEquals(cell.PlainType, message))
            {
                return cell;
            }
        }

        return null;
    }

    /// <summary>The cell that types beyond the cap share, once there is one.</summary>
    public readonly MessageCell? Other => Find(typeof(Others));

    /// <summary>The cells so far. Safe while the writer adds.</summary>
    public readonly Enumerator GetEnumerator() => new(Volatile.Read(in _cells));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private MessageCell ForCore(ActorTypeInfo actor, ActorRules rules, Type message)
    {
        // A type without a cell of its own comes here for each message: it costs a look-up, no memory.
        var info = actor.Message(message);
        if (info.IsOther)
        {
            return Other ?? Add(rules.KindOf(info, typeof(Others)));
        }

        if (info.IsWrapper)
        {
            return _count >= MostWrappers || message.IsCollectible
                ? Find(typeof(Wrappers)) ?? Add(rules.KindOf(info, typeof(Wrappers)))
                : Add(rules.KindOf(info, message));
        }

        // A type that can be unloaded is found by its name each time: nothing here keeps it.
        return message.IsCollectible ? Find(info) ?? Add(rules.KindOf(info, info)) : Add(rules.KindOf(info, message));
    }

    private readonly MessageCell? InTable(object key)
    {
        if (_cells is MessageCell?[] table)
        {
            for (var slot = Slot(table, key); table[slot] is { } cell; slot = (slot + 1) & (table.Length - 1))
            {
                if (ReferenceEquals(cell.Kind.Key, key))
                {
                    return cell;
                }
            }
        }

        return null;
    }

    private MessageCell Add(MessageKind kind)
    {
        _count++;
        if (_count <= Few)
        {
            var latest = new MessageCell(kind, _cells as MessageCell);
            Volatile.Write(ref _cells, latest);
            return latest;
        }

        var cell = new MessageCell(kind, next: null);
        var table = _cells as MessageCell?[];

        // at most half full: a probe ends soon
        if (table is null || _count * 2 > table.Length)
        {
            var larger = new MessageCell?[(table?.Length ?? (2 * Few)) * 2];
            foreach (var old in this)
            {
                Insert(larger, old);
            }

            table = larger;
        }

        Insert(table, cell);
        Volatile.Write(ref _cells, table);
        return cell;
    }

    private static void Insert(MessageCell?[] table, MessageCell cell)
    {
        var slot = Slot(table, cell.Kind.Key);
        while (table[slot] is not null)
        {
            slot = (slot + 1) & (table.Length - 1);
        }

        Volatile.Write(ref table[slot], cell);
    }

    private static int Slot(MessageCell?[] table, object key) => RuntimeHelpers.GetHashCode(key) & (table.Length - 1);

    /// <summary>Over the chain or the table that there was at the start.</summary>
    public struct Enumerator(object? cells)
    {
        private readonly MessageCell?[]? _table = cells as MessageCell?[];
        private MessageCell? _next = cells as MessageCell;
        private int _index;

        public MessageCell Current { readonly get; private set; } = null!;

        public bool MoveNext()
        {
            if (_table is null)
            {
                if (_next is null)
                {
                    return false;
                }

                Current = _next;
                _next = _next.Next;
                return true;
            }

            while (_index < _table.Length)
            {
                if (Volatile.Read(ref _table[_index++]) is { } cell)
                {
                    Current = cell;
                    return true;
                }
            }

            return false;
        }
    }

    /// <summary>The key of the cell that types beyond the cap share.</summary>
    private static class Others;

    /// <summary>The key of the cell that wrappers share when there are many kinds of them.</summary>
    private static class Wrappers;
}
