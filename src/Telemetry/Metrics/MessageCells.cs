using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The cells of one mailbox, by message type. Most actors get a few types, and an idle actor should cost little. So a few cells form a chain,
/// and more cells form an open-addressing table. Only one thread writes at a time, the one that runs the mailbox. A collector may read at any
/// moment. So a longer chain or a larger table is published in one step, and cells are never removed. The actor type's cap limits their number:
/// types beyond the cap share one cell, and so do Akka's wrappers when there are many kinds of them. A type that can be unloaded uses the cell
/// of its name.
/// </summary>
internal struct MessageCells
{
    private const int Few = 4;
    private const int MostWrappers = 16;

    // Null, the latest MessageCell of the chain, or the table.
    private object? _cells;
    private int _count;

    public MessageCell For(ActorTypeInfo actor, ActorRules rules, Type message) => Find(message) ?? ForCore(actor, rules, message);

    /// <summary>The cell of a type that this mailbox has seen, by its <see cref="MessageKind.Key"/>.</summary>
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

    /// <summary>The same, if messages of the type only need to be counted. Reads only the cells themselves.</summary>
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

    /// <summary>The cell that types beyond the cap share; null before it exists.</summary>
    public readonly MessageCell? Other => Find(typeof(Others));

    /// <summary>The cells so far. Safe while another thread adds cells.</summary>
    public readonly Enumerator GetEnumerator() => new(Volatile.Read(in _cells));

    [MethodImpl(MethodImplOptions.NoInlining)]
    private MessageCell ForCore(ActorTypeInfo actor, ActorRules rules, Type message)
    {
        // A type without a cell of its own gets here for every message. That costs a look-up, but no memory.
        var info = actor.Message(message);
        if (info.IsOther)
        {
            return Other ?? Add(MessageKinds.Of(rules).KindOf(info, typeof(Others)));
        }

        if (info.IsWrapper)
        {
            return _count >= MostWrappers || message.IsCollectible
                ? Find(typeof(Wrappers)) ?? Add(MessageKinds.Of(rules).KindOf(info, typeof(Wrappers)))
                : Add(MessageKinds.Of(rules).KindOf(info, message));
        }

        // A type that can be unloaded is looked up by its name each time. Nothing here keeps it alive.
        return message.IsCollectible ? Find(info) ?? Add(MessageKinds.Of(rules).KindOf(info, info)) : Add(MessageKinds.Of(rules).KindOf(info, message));
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

        // At most half full, so that a probe ends soon.
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

    /// <summary>Enumerates the chain or the table that existed at the start.</summary>
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
