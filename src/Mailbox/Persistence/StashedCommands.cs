using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The commands that a persistent actor may have put into the stash of its own, which no plug-in can see or replace, in the
/// order of that stash. Akka puts back the first one, or all of them, the last one first. A command that was handled instead may
/// be here too, and be the same object as one in the stash. When the two cannot be told apart, no command has a history until the
/// stash is empty. The actor's thread.
/// </summary>
internal sealed class StashedCommands
{
    private const int Max = 100_000;

    // Each with the number of the last request that the actor had sent to its journal by then.
    private readonly LinkedList<(StashedMessage Command, int Request)> _commands = [];

    // All of these are in the stash, and no other command is between them.
    private bool _isExact;
    private bool _hasReturned;
    private bool _isLost;

    // Came back as the first one, and may have been the last one. If another one follows at once, it was.
    private LinkedListNode<(StashedMessage Command, int Request)>? _taken;

    /// <summary>How many commands Akka's stash holds; not positive for no limit. It does not keep more.</summary>
    public int Capacity { get; set; }

    /// <summary>The actor may stash a command. Returns false if it is not kept.</summary>
    /// <param name="command">The command.</param>
    /// <param name="request">The number of the last request that the actor has sent.</param>
    /// <param name="isRecovering">The actor recovers, and then stashes all commands.</param>
    public bool TryAdd(StashedMessage command, int request, bool isRecovering)
    {
        if (_commands.Count == 0)
        {
            (_isExact, _hasReturned) = (isRecovering, false);
        }

        if (_commands.Count >= (Capacity > 0 ? Math.Min(Capacity, Max) : Max))
        {
            GiveUp();
        }

        if (!_isLost)
        {
            _commands.AddLast((command, request));
        }

        return !_isLost;
    }

    /// <summary>The actor puts these before all others, or drops them.</summary>
    public void Prepend(StashedMessage[] commands, int request)
    {
        for (var i = commands.Length - 1; i >= 0 && !_isLost; i--)
        {
            _isExact = false;
            _commands.AddFirst((commands[i], request));
        }
    }

    /// <summary>The last command was handled.</summary>
    public void DropLast() => TakeLast()?.Tracked?.Lost();

    /// <summary>The first message in a handler comes back. Returns its history; null if it is not known.</summary>
    /// <param name="back">The message.</param>
    /// <param name="answered">The request whose event is handled; 0 for none. Since that request the actor has stashed all commands.</param>
    public StashHistory? Take(Envelope back, int answered)
    {
        _hasReturned = true;
        if (Find(back, _commands.First) is not { } found)
        {
            return null;
        }

        _isExact |= answered > 0 && _commands.First!.Value.Request >= answered;
        var isFirst = found.Previous is null;
        var isLast = _commands.Last!.Value.Command.Is(back);
        if (isLast && !isFirst && (_isExact || found.Next is null))
        {
            return TakeLast();
        }

        if (!(_isExact && isFirst) && Find(back, found.Next) is not null)
        {
            GiveUp();
            return null;
        }

        // Those before it were handled. Those behind it are in the stash, as it was.
        while (!ReferenceEquals(_commands.First, found))
        {
            DropFirst();
        }

        _commands.RemoveFirst();
        (_isExact, _taken) = (true, isLast ? found : null);
        return found.Value.Command.History;
    }

    /// <summary>
    /// Another message comes back in the same handler: so all do, the last one first. Returns true if <see cref="Take"/> has taken
    /// the first one for the last one.
    /// </summary>
    /// <param name="history">The history of the last one; null if it is not known.</param>
    public bool WasLast(out StashHistory? history)
    {
        history = null;
        if (_taken is not { } first || _commands.Count == 0)
        {
            return false;
        }

        _commands.AddFirst(first);
        first.Value.Command.History?.Tracked?.Stashed();
        (history, _taken) = (TakeLast(), null);
        return true;
    }

    /// <summary>Returns the history of the last one, if it is this message; null if it is not known.</summary>
    public StashHistory? TakeNext(Envelope back) => _commands.Last is { } last && last.Value.Command.Is(back) ? TakeLast() : null;

    /// <summary>The handler has ended.</summary>
    public void EndHandler() => _taken = null;

    /// <summary>
    /// No event of these requests waits any more. Had a command that came before the last of them waited for one, a message would
    /// have come back.
    /// </summary>
    public void DropHandled(int answered)
    {
        while (!_hasReturned && _commands.First is { } first && first.Value.Request < answered)
        {
            DropFirst();
        }
    }

    /// <summary>The stash is empty, or nobody listens.</summary>
    public void Clear()
    {
        while (_commands.Count > 0)
        {
            DropFirst();
        }

        (_isLost, _taken) = (false, null);
    }

    private static LinkedListNode<(StashedMessage Command, int Request)>? Find(
        Envelope back, LinkedListNode<(StashedMessage Command, int Request)>? from)
    {
        while (from is not null && !from.Value.Command.Is(back))
        {
            from = from.Next;
        }

        return from;
    }

    private void GiveUp()
    {
        Clear();
        _isLost = true;
    }

    private void DropFirst()
    {
        _commands.First!.Value.Command.History?.Tracked?.Lost();
        _commands.RemoveFirst();
    }

    private StashHistory? TakeLast()
    {
        var history = _commands.Last!.Value.Command.History;
        _commands.RemoveLast();
        return history;
    }
}
