using Akka.Actor.Internal;
using Akka.Dispatch;
using Akka.Dispatch.SysMsg;
using Akka.Event;

namespace Akka.Actor;

/// <summary>The engine of one actor: its place in the tree, its mailbox, its instance and its behaviour.</summary>
public partial class ActorCell : IActorContext, ICell
{
    public const int UndefinedUid = 0;

    [ThreadStatic]
    private static ActorCell? _current;

    private volatile Mailbox _mailbox = null!;
    private ActorTaskScheduler? _taskScheduler;

    public ActorCell(
        ActorSystemImpl system, IInternalActorRef self, Props props, MessageDispatcher dispatcher, IInternalActorRef parent)
    {
        SystemImpl = system;
        Self = self;
        Props = props;
        Dispatcher = dispatcher;
        Parent = parent;
    }

    internal static ActorCell? Current
    {
        get => _current;
        set => _current = value;
    }

    public ActorSystem System => SystemImpl;

    public ActorSystemImpl SystemImpl { get; }

    public IActorRef Self { get; }

    public IInternalActorRef Parent { get; }

    public Props Props { get; private set; }

    public MessageDispatcher Dispatcher { get; }

    public Mailbox Mailbox => _mailbox;

    public bool IsTerminated => _mailbox.Status.IsClosed;

    public virtual ActorTaskScheduler TaskScheduler =>
        _taskScheduler ?? Interlocked.CompareExchange(ref _taskScheduler, new ActorTaskScheduler(this), null) ?? _taskScheduler!;

    private IInternalActorRef InternalSelf => (IInternalActorRef)Self;

    public static IActorRef GetCurrentSelfOrNoSender() => _current is { } cell ? cell.Self : ActorRefs.NoSender;

    public static IActorRef GetCurrentSenderOrNoSender() =>
        _current is { } cell ? cell.Sender ?? ActorRefs.NoSender : ActorRefs.NoSender;

    /// <summary>Creates the mailbox and puts the first message in it; nothing runs before <see cref="Start"/>.</summary>
    public void Init(bool sendSupervise, MailboxType mailboxType)
    {
        ActorInitializationException? failure = null;
        var mailbox = Dispatcher.NewMailbox(this, mailboxType);
        try
        {
            System.Mailboxes.CheckQueue(Self, Props, mailbox.MessageQueue);
        }
        catch (ActorInitializationException e)
        {
            failure = new ActorInitializationException(Self, e.Message);
        }

        mailbox.SetActor(this);
        mailbox.Status.HoldUntilAttached();
        _mailbox = mailbox;
        mailbox.EnqueueSystem(Self, new Create(failure));
        if (sendSupervise)
        {
            Parent.SendSystemMessage(new Supervise(Self, async: false));
        }
    }

    public virtual void Start() => Dispatcher.Attach(this);

    public void Suspend() => SendSystemMessage(new Suspend());

    public void Resume(Exception causedByFailure) => SendSystemMessage(new Resume(causedByFailure));

    public void Restart(Exception cause) => SendSystemMessage(new Recreate(cause));

    public void Stop() => SendSystemMessage(new Terminate());

    public void Stop(IActorRef child)
    {
        Children.ShallDie(child);
        ((IInternalActorRef)child).Stop();
    }

    /// <summary>What fails in the queue or in the dispatcher is logged; a sender must not suffer from its receiver.</summary>
    public virtual void SendMessage(Envelope message)
    {
        try
        {
            Dispatcher.Dispatch(this, message);
        }
        catch (Exception e)
        {
            ReportUnsent(e);
        }
    }

    public virtual void SendMessage(IActorRef sender, object message)
    {
        ArgumentNullException.ThrowIfNull(message);
        SendMessage(new Envelope(message, sender, System));
    }

    public virtual void SendSystemMessage(ISystemMessage systemMessage)
    {
        try
        {
            Dispatcher.SystemDispatch(this, (SystemMessage)systemMessage);
        }
        catch (Exception e)
        {
            ReportUnsent(e);
        }
    }

    /// <summary>The async handler has finished.</summary>
    internal void EndAwait()
    {
        _mailbox.Status.EndAwait();
        Dispatcher.ScheduleIfThereIsWork(_mailbox, messageAdded: false, systemMessageAdded: false);
    }

    internal Mailbox ReplaceMailbox(Mailbox mailbox) => Interlocked.Exchange(ref _mailbox, mailbox);

    private void ReportUnsent(Exception cause) => System.EventStream.Publish(new Error(
        cause, Parent.ToString()!, _actor?.GetType() ?? Props.Type, "The message was not sent."));

    public override string ToString() => $"ActorCell({Self})";
}
