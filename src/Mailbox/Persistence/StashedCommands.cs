using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The commands that are one object, in the order in which a persistent actor may have stashed them. Akka's stash returns them in this order. If one sender
/// sent the object in several traces, nobody can tell which one comes back, because some may have been handled instead. The actor's thread.
/// </summary>
internal sealed class StashedCommands
{
    // An actor that is never idle may get one object for ever.
    private const int Max = 100;

    private readonly List<(IActorRef? Sender, StashHistory History)> _commands = new(1);
    private bool _isAmbiguous;

    public bool IsEmpty => _commands.Count == 0;

    public void Add(IActorRef? sender, StashHistory history)
    {
        foreach (var (from, known) in _commands)
        {
            if (ReferenceEquals(known, history))
            {
                return;
            }

            _isAmbiguous |= ReferenceEquals(from, sender) && !MessageOrigin.AreOfOneTrace(known, history);
        }

        if (_commands.Count == Max)
        {
            _isAmbiguous = true;
            RemoveAt(0).Tracked?.Lost();
        }

        _commands.Add((sender, history));
    }

    /// <summary>One comes back. Returns its history; null if it is not known.</summary>
    public StashHistory? Take(IActorRef? sender)
    {
        for (var i = 0; i < _commands.Count; i++)
        {
            if (ReferenceEquals(_commands[i].Sender, sender))
            {
                var history = RemoveAt(i);
                if (!_isAmbiguous)
                {
                    return history;
                }

                history.Tracked?.Lost();
                return null;
            }
        }

        return null;
    }

    /// <summary>None comes back.</summary>
    public void Forget()
    {
        foreach (var (_, history) in _commands)
        {
            history.Tracked?.Lost();
        }
    }

    private StashHistory RemoveAt(int index)
    {
        var history = _commands[index].History;
        _commands.RemoveAt(index);
        return history;
    }
}
