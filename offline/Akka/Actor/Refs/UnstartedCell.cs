using Akka.Actor.Internal;
using Akka.Dispatch.SysMsg;

namespace Akka.Actor;

/// <summary>Keeps what arrives before the real cell exists, and hands it over in order.</summary>
public class UnstartedCell(ActorSystemImpl system, Props props, IInternalActorRef supervisor) : ICell
{
    private readonly object _lock = new();
    private readonly Queue<Envelope> _messages = new();
    private readonly Queue<ISystemMessage> _systemMessages = new();
    private ICell? _real;

    public ActorSystem System => system;

    public IInternalActorRef Parent => supervisor;

    public Props Props => props;

    public bool IsTerminated => RealOrNull()?.IsTerminated == true;

    /// <summary>The real cell, from the moment at which it starts.</summary>
    internal ICell? Successor { get; private set; }

    public void Start()
    {
    }

    public void Suspend() => SendSystemMessage(new Suspend());

    public void Resume(Exception causedByFailure) => SendSystemMessage(new Resume(causedByFailure));

    public void Restart(Exception cause) => SendSystemMessage(new Recreate(cause));

    public void Stop() => SendSystemMessage(new Terminate());

    public IInternalActorRef GetSingleChild(string name) => ActorRefs.Nobody;

    public void SendMessage(IActorRef sender, object message)
    {
        ArgumentNullException.ThrowIfNull(message);
        lock (_lock)
        {
            if (_real is null)
            {
                _messages.Enqueue(new Envelope(message, sender));
                return;
            }
        }

        _real.SendMessage(sender, message);
    }

    public void SendSystemMessage(ISystemMessage message)
    {
        lock (_lock)
        {
            if (_real is null)
            {
                _systemMessages.Enqueue(message);
                return;
            }
        }

        _real.SendSystemMessage(message);
    }

    /// <summary>Starts the cell; nobody can send to it before everything collected is in it.</summary>
    internal void HandOverTo(ICell cell)
    {
        lock (_lock)
        {
            Successor = cell;
            cell.Start();
            while (_systemMessages.TryDequeue(out var message))
            {
                cell.SendSystemMessage(message);
            }

            while (_messages.TryDequeue(out var envelope))
            {
                cell.SendMessage(envelope.Sender, envelope.Message);
            }

            _real = cell;
        }
    }

    private ICell? RealOrNull()
    {
        lock (_lock)
        {
            return _real;
        }
    }
}
