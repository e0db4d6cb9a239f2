using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The commands that a persistent actor may have put into its internal stash, which no plug-in can see or replace. The stash is first in, first out.
/// The actor puts back the first command, or all of them after an error, and gets them in that order. This list may also contain a command that the
/// actor has handled instead, but only before the commands in the stash: once a command is stashed, all following ones are. If a handled command is
/// the same object as a stashed one, the two cannot always be distinguished; then no command has a history until the stash is empty. The actor's
/// thread.
/// </summary>
internal sealed class StashedCommands
{
    private const int Max = 100_000;

    // Larger ones are not worth keeping.
    private const int MaxKept = 64;

    // With more commands back in the mailbox, a search for the others that come back is not worth its cost.
    private const int MaxBack = 1_000;

    private Queue<KeptCommand> _commands = new();

    // Those that are in the mailbox again, before all other messages.
    private Queue<KeptCommand> _back = new();

    private bool _isExact;

    // How many unknown messages that are back in the mailbox have been counted.
    private int _countedBack;

    // While the content is unknown: the number of messages of the actor's public stash at the front. A handler has had them, so they count again.
    private int _prepended;

    // Read by any thread.
    private int _held;
    private long _oldestAt;

    /// <summary>How many commands Akka's stash holds at most; zero or negative for no limit.</summary>
    public int Capacity { get; set; }

    /// <summary>Whether there are commands and all of them are in the stash. The next one will then be there, too.</summary>
    public bool IsExact => _isExact && _commands.Count > 0;

    /// <summary>Whether it is unknown which commands are in the stash. All commands that were added have been counted.</summary>
    public bool IsLost { get; private set; }

    /// <summary>How many commands wait, including those whose events may wait. Any thread.</summary>
    public int Held => Volatile.Read(ref _held);

    /// <summary>The time, in ticks, since which the first of them has waited; 0 for none, and where that is not known. Any thread.</summary>
    public long OldestAt => Volatile.Read(ref _oldestAt);

    /// <summary>The actor may have stashed a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="isRecovering">Whether the actor recovers; it then stashes all commands.</param>
    public void Add(in KeptCommand command, bool isRecovering)
    {
        _isExact = _commands.Count == 0 ? isRecovering : _isExact;
        if (_isExact && Capacity > 0 && _commands.Count >= Capacity)
        {
            // Akka's stash is full, so this command is not in it and has not been handled.
            command.Message.Lost();
            return;
        }

        _commands.Enqueue(command);
        if (IsLost || _commands.Count > (Capacity > 0 ? Math.Min(Capacity, Max) : Max))
        {
            GiveUp();
        }

        Show(held: IsLost ? _held + 1 : _commands.Count);
    }

    /// <summary>The actor puts these before all others, or drops them.</summary>
    public void Prepend(StashedMessage[] commands, int request, long now)
    {
        if (IsLost)
        {
            _prepended += commands.Length;
        }
        else if (commands.Length > 0)
        {
            var prepended = commands.Select(command => new KeptCommand(command, request, now, Counts: null) { IsPrepended = true });
            (_commands, _isExact) = (new(prepended.Concat(_commands)), false);
            Show(_commands.Count);
        }
    }

    /// <summary>The actor has put commands back into its mailbox.</summary>
    /// <param name="count">How many.</param>
    /// <param name="only">The command, if it is the first one; null for all.</param>
    /// <param name="answered">The request whose event was handled; 0 for none. Since that request the actor has stashed all commands.</param>
    public void Return(int count, Envelope? only, int answered)
    {
        if (IsLost)
        {
            ReturnUnknown(count);
            return;
        }

        _isExact |= answered > 0 && _commands.TryPeek(out var first) && first.Request >= answered;
        var handled = only is { } back ? Find(back) : _commands.Count - count;
        if (handled < 0 || _back.Count > MaxBack)
        {
            // Commands that were stashed while nothing was collected have not been counted.
            var known = Math.Min(count, _commands.Count);
            GiveUp();
            ReturnUnknown(known);
            return;
        }

        if (handled < _commands.Count)
        {
            Drop(_commands, handled);
            KeptCommand[] earlier = _back.Count == 0 ? [] : [.. _back];
            if (earlier.Length > 0)
            {
                // those that come back now are before them
                _back.Clear();
            }

            if (only is null)
            {
                (_commands, _back) = (_back, _commands);
            }
            else
            {
                _back.Enqueue(_commands.Dequeue());
                _isExact = true;
            }

            foreach (var command in earlier)
            {
                _back.Enqueue(command);
            }
        }

        Show(_commands.Count);
    }

    /// <summary>The actor gets a message that it has put back. Returns its origin with its history; null if it has none.</summary>
    /// <param name="next">The message.</param>
    /// <param name="isCounted">Whether it has been counted already.</param>
    public ExtendedOrigin? Take(in StampedEnvelope next, out bool isCounted)
    {
        isCounted = false;
        if (_back.TryPeek(out var back))
        {
            if (back.Message.Is(next.Open()))
            {
                _back.Dequeue();
                return back.Message.Origin;
            }

            GiveUp();
        }

        if (_countedBack > 0)
        {
            _countedBack--;
            isCounted = true;
        }

        return null;
    }

    /// <summary>
    /// No event of these requests waits any more. If a command that came before the last of them had waited for one, a message would have come back.
    /// </summary>
    public void DropHandled(int answered)
    {
        while (!_isExact && _commands.TryPeek(out var first) && first.Request < answered)
        {
            Drop(_commands, 1);
            Show(_commands.Count);
        }
    }

    /// <summary>The stash is empty. The commands that are back in the mailbox stay known.</summary>
    public void Clear()
    {
        (IsLost, _prepended) = (false, 0);
        Drop(_commands, _commands.Count);
        Show(held: 0);
        if (_commands.EnsureCapacity(0) > MaxKept)
        {
            _commands = new();
        }
    }

    /// <summary>Nothing is collected any more.</summary>
    public void ClearAll()
    {
        GiveUp();
        Clear();
        _countedBack = 0;
    }

    // How many commands are before the one that comes back: all of them if it is unknown, -1 if it may be one of several.
    private int Find(Envelope back)
    {
        if (_isExact && _commands.TryPeek(out var first))
        {
            return first.Message.Is(back) ? 0 : -1;
        }

        var (found, at) = (_commands.Count, 0);
        foreach (var command in _commands)
        {
            if (command.Message.Is(back))
            {
                if (found < at)
                {
                    return -1;
                }

                found = at;
            }

            at++;
        }

        return found;
    }

    private void ReturnUnknown(int count)
    {
        var again = Math.Min(count, _prepended);
        _prepended -= again;
        _countedBack += count - again;
        Show(Math.Max(0, _held - count));
    }

    private void GiveUp()
    {
        _prepended += _commands.Count(static command => command.IsPrepended);
        _countedBack += _back.Count(static command => !command.IsPrepended);
        Drop(_commands, _commands.Count);
        Drop(_back, _back.Count);
        IsLost = true;
    }

    // These have been handled, or will not be known when they come back: they count now.
    private static void Drop(Queue<KeptCommand> from, int count)
    {
        while (count-- > 0)
        {
            var dropped = from.Dequeue();
            dropped.Message.Lost();
            dropped.Counts?.Count();
        }
    }

    private void Show(int held)
    {
        if (held != _held)
        {
            Volatile.Write(ref _held, held);
        }

        var oldest = _commands.TryPeek(out var first) ? first.At : 0;
        if (oldest != _oldestAt)
        {
            Volatile.Write(ref _oldestAt, oldest);
        }
    }
}

/// <summary>A command that a persistent actor may have put into its internal stash.</summary>
/// <param name="Message">The command.</param>
/// <param name="Request">The number of the last request that the actor had sent to its journal by then.</param>
/// <param name="At">When the actor got it, in ticks.</param>
/// <param name="Counts">Counts the command once it is known to have been handled; null if it does not count or has been counted.</param>
internal readonly record struct KeptCommand(StashedMessage Message, int Request, long At, MessageCell? Counts)
{
    public bool IsNone => Message.Message is null;

    /// <summary>Whether it was in the actor's public stash, so that a handler has had it.</summary>
    public bool IsPrepended { get; init; }
}
