using System.Diagnostics.CodeAnalysis;
using Akka.Actor.Internal;

namespace Akka.Actor;

/// <summary>Why an actor waits for children to stop.</summary>
internal enum ChildrenState
{
    Normal,
    Restarting,
    StartingAgain,
    Terminating,
    Terminated,
}

/// <summary>The children of one actor. Guardians' children are added by any thread, so there is a lock.</summary>
internal sealed class ChildrenContainer
{
    private readonly object _lock = new();
    // A name is reserved by a ticket until its child exists.
    private readonly Dictionary<string, object> _children = [];
    private readonly HashSet<IActorRef> _dying = [];
    private ChildRestartStats[]? _snapshot;
    private ChildrenState _state;

    public bool IsNormal => _state == ChildrenState.Normal;

    public bool IsTerminating => _state is ChildrenState.Terminating or ChildrenState.Terminated;

    /// <summary>The cause of the restart that waits for the children.</summary>
    public Exception? Cause { get; private set; }

    public object Reserve(string name)
    {
        lock (_lock)
        {
            if (IsTerminating)
            {
                throw new InvalidOperationException("An actor that stops cannot have new children.");
            }

            var ticket = new object();
            return _children.TryAdd(name, ticket)
                ? ticket
                : throw new InvalidActorNameException($"There is a child with the name {name} already.");
        }
    }

    public void Unreserve(string name, object ticket)
    {
        lock (_lock)
        {
            if (_children.TryGetValue(name, out var slot) && ReferenceEquals(slot, ticket))
            {
                _children.Remove(name);
            }
        }
    }

    /// <summary>
    /// Enters the child unless it is there already or has come and gone: a child that the parent starts (see
    /// <see cref="RepointableActorRef"/>) may be faster than the thread that creates it.
    /// </summary>
    public void Fill(object ticket, IInternalActorRef child)
    {
        lock (_lock)
        {
            if (_children.TryGetValue(child.Path.Name, out var slot) && ReferenceEquals(slot, ticket))
            {
                Enter(child);
            }
        }
    }

    public ChildRestartStats Add(IInternalActorRef child)
    {
        lock (_lock)
        {
            return _children.TryGetValue(child.Path.Name, out var slot) && slot is ChildRestartStats known ? known : Enter(child);
        }
    }

    public bool TryGet(string name, [NotNullWhen(true)] out ChildRestartStats? stats)
    {
        lock (_lock)
        {
            stats = _children.GetValueOrDefault(name) as ChildRestartStats;
            return stats is not null;
        }
    }

    public bool TryGet(IActorRef child, [NotNullWhen(true)] out ChildRestartStats? stats) =>
        TryGet(child.Path.Name, out stats) && stats.Child.Equals(child);

    public bool Contains(IActorRef child) => TryGet(child, out _);

    public ChildRestartStats[] Snapshot()
    {
        lock (_lock)
        {
            return _snapshot ??= _children.Values.OfType<ChildRestartStats>().ToArray();
        }
    }

    public void ShallDie(IActorRef child)
    {
        lock (_lock)
        {
            if (Holds(child))
            {
                _dying.Add(child);
            }
        }
    }

    /// <summary>From now on no name can be reserved, and who has reserved one before stops the child himself.</summary>
    public void BeginTermination()
    {
        lock (_lock)
        {
            _state = ChildrenState.Terminating;
        }
    }

    /// <summary>False when no child is left to wait for.</summary>
    public bool WaitFor(ChildrenState state, Exception? cause = null)
    {
        lock (_lock)
        {
            if (_dying.Count == 0)
            {
                return false;
            }

            _state = state;
            Cause = cause;
            return true;
        }
    }

    /// <summary>What was waited for when this was the last child to stop, else normal.</summary>
    public ChildrenState Remove(IActorRef child)
    {
        lock (_lock)
        {
            if (!Holds(child))
            {
                return ChildrenState.Normal;
            }

            _children.Remove(child.Path.Name);
            _dying.Remove(child);
            _snapshot = null;
            if (_dying.Count > 0)
            {
                return ChildrenState.Normal;
            }

            var waitedFor = _state;
            _state = waitedFor is ChildrenState.Terminating or ChildrenState.Terminated ? ChildrenState.Terminated : ChildrenState.Normal;
            return waitedFor;
        }
    }

    public void Terminated()
    {
        lock (_lock)
        {
            _state = ChildrenState.Terminated;
        }
    }

    private bool Holds(IActorRef child) =>
        _children.GetValueOrDefault(child.Path.Name) is ChildRestartStats stats && stats.Child.Equals(child);

    private ChildRestartStats Enter(IInternalActorRef child)
    {
        var stats = new ChildRestartStats(child);
        _children[child.Path.Name] = stats;
        _snapshot = null;
        return stats;
    }
}
