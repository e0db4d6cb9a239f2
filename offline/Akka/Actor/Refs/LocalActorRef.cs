using Akka.Actor.Internal;
using Akka.Dispatch;
using Akka.Dispatch.SysMsg;

namespace Akka.Actor;

/// <summary>A reference that has its cell from the start: children and guardians.</summary>
public class LocalActorRef : ActorRefWithCell
{
    private readonly ActorCell _cell;

    public LocalActorRef(
        ActorSystemImpl system,
        Props props,
        MessageDispatcher dispatcher,
        MailboxType mailboxType,
        IInternalActorRef supervisor,
        ActorPath path)
    {
        Path = path;
        _cell = new ActorCell(system, this, props, dispatcher, supervisor);
        _cell.Init(sendSupervise: true, mailboxType);
    }

    public override ActorPath Path { get; }

    public ActorCell Cell => _cell;

    public override ICell Underlying => _cell;

    public override IEnumerable<IActorRef> Children => _cell.GetChildren();

    public override IInternalActorRef Parent => _cell.Parent;

    public override IActorRefProvider Provider => _cell.SystemImpl.Provider;

    public override bool IsLocal => true;

    public override bool IsTerminated => _cell.IsTerminated;

    public override IInternalActorRef GetSingleChild(string name) => _cell.GetSingleChild(name);

    public override IActorRef GetChild(IReadOnlyList<string> name) => ChildLookup.Find(this, name);

    public override void Start() => _cell.Start();

    public override void Suspend() => _cell.Suspend();

    public override void Resume(Exception causedByFailure = null!) => _cell.Resume(causedByFailure);

    public override void Restart(Exception cause) => _cell.Restart(cause);

    public override void Stop() => _cell.Stop();

    public override void SendSystemMessage(ISystemMessage message) => _cell.SendSystemMessage(message);

    protected override void TellInternal(object message, IActorRef sender) => _cell.SendMessage(sender, message);
}

/// <summary>Walks down from a reference, and up at <c>..</c>.</summary>
internal static class ChildLookup
{
    public static IActorRef Find(ActorRefWithCell start, IReadOnlyList<string> names)
    {
        IInternalActorRef current = start;
        for (var i = 0; i < names.Count; i++)
        {
            switch (names[i])
            {
                case null or "":
                    break;
                case "..":
                    current = current.Parent;
                    break;
                default:
                    if (current is not ActorRefWithCell withCell)
                    {
                        return current.GetChild(names.Skip(i).ToArray());
                    }

                    current = withCell.GetSingleChild(names[i]);
                    break;
            }
        }

        return current;
    }
}
