using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The commands that a persistent actor may have put into the stash of its own, which no plug-in can see or replace: first in, first out. The
/// actor puts back the first one, or after an error all, and gets them in that order. A command that it has handled instead may be here too, but
/// only before those in the stash: once one is there, all that follow are. If it is the same object as one in the stash, the two may not be told
/// apart, and no command has a history until the stash is empty. The actor's thread.
/// </summary>
internal sealed class StashedCommands
{
    private const int Max = 100_000;

    // Larger ones are not worth keeping.
    private const int MaxKept = 64;

    // Each with the number of the last request that the actor had sent to its journal by then.
    private Queue<(StashedMessage Command, int Request)> _commands = new();

    // Those that are in the mailbox again, before all other messages.
    private Queue<(StashedMessage Command, int Request)> _back = new();

    // All commands are in the stash.
    private bool _isExact;
    private bool _isLost;

    /// <summary>How many commands Akka's stash holds; not positive for no limit. It does not keep more.</summary>
    public int Capacity { get; set; }

    /// <summary>The actor may have stashed a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="request">The number of the last request that the actor has sent.</param>
    /// <param name="isRecovering">The actor recovers, and then stashes all commands.</param>
    public void Add(StashedMessage command, int request, bool isRecovering)
    {
        _isExact = _commands.Count == 0 ? isRecovering : _isExact;
        _commands.Enqueue((command, request));
        if (_isLost || _commands.Count > (Capacity > 0 ? Math.Min(Capacity, Max) : Max))
        {
            GiveUp();
        }
    }

    /// <summary>The actor puts these before all others, or drops them.</summary>
    public void Prepend(StashedMessage[] commands, int request)
    {
        if (commands.Length > 0 && !_isLost)
        {
            (_commands, _isExact) = (new(commands.Select(command => (command, request)).Concat(_commands)), false);
        }
    }

    /// <summary>The actor has put commands back into its mailbox.</summary>
    /// <param name="count">How many.</param>
    /// <param name="only">The command, if it is the first one; null for all.</param>
    /// <param name="answered">The request whose event was handled; 0 for none. Since that request the actor has stashed all commands.</param>
    public void Return(int count, Envelope? only, int answered)
    {
        _isExact |= answered > 0 && _commands.TryPeek(out var first) && first.Request >= answered;
        var handled = only is { } command ? Find(command) : _commands.Count - count;
        if (handled < 0 || _back.Count > 0)
        {
            GiveUp();
        }
        else if (handled < _commands.Count)
        {
            Drop(_commands, handled);
            if (only is null)
            {
                (_commands, _back) = (_back, _commands);
            }
            else
            {
                _back.Enqueue(_commands.Dequeue());
                _isExact = true;
            }
        }
    }

    /// <summary>The actor gets a message that it has put back. Returns its history; null if it is not known.</summary>
    public StashHistory? Take(in StampedEnvelope next)
    {
        if (!_back.TryDequeue(out var back))
        {
            return null;
        }

        if (back.Command.Is(next.Open()))
        {
            return back.Command.History;
        }

        back.Command.History?.Tracked?.Lost();
        GiveUp();
        return null;
    }

    /// <summary>
    /// No event of these requests waits any more. Had a command that came before the last of them waited for one, a message would
    /// have come back.
    /// </summary>
    public void DropHandled(int answered)
    {
        while (!_isExact && _commands.TryPeek(out var first) && first.Request < answered)
        {
            Drop(_commands, 1);
        }
    }

    /// <summary>The stash is empty. What is back in the mailbox stays known.</summary>
    public void Clear()
    {
        _isLost = false;
        Drop(_commands, _commands.Count);
        if (_commands.EnsureCapacity(0) > MaxKept)
        {
            _commands = new();
        }
    }

    /// <summary>Nobody listens.</summary>
    public void ClearAll()
    {
        GiveUp();
        Clear();
    }

    // How many commands are before the one that comes back: all if it is unknown; -1 if it may be one of several.
    private int Find(Envelope back)
    {
        if (_isExact && _commands.TryPeek(out var first))
        {
            return first.Command.Is(back) ? 0 : -1;
        }

        var (found, at) = (_commands.Count, 0);
        foreach (var (command, _) in _commands)
        {
            if (command.Is(back))
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

    private void GiveUp()
    {
        Drop(_commands, _commands.Count);
        Drop(_back, _back.Count);
        _isLost = true;
    }

    private static void Drop(Queue<(StashedMessage Command, int Request)> from, int count)
    {
        while (count-- > 0)
        {
            from.Dequeue().Command.History?.Tracked?.Lost();
        }
    }
}
