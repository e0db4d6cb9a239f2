using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

// The actor of the mailbox. Its reference is known from the beginning; its cell and type are known once it has started.
internal sealed partial class MailboxRecorder
{
    // the reference; later the cell
    private object _actor = owner;
    private volatile ActorTypeInfo? _type;

    // Which messages senders time; null before the actor has started and while it restarts, when they time every message. The rate of the actor
    // type, or every message of an actor whose last messages are kept.
    private volatile TimingRate? _timing;
    private string? _path;
    private EntityPath? _entity;

    /// <summary>The actor's cell; null until it is known.</summary>
    internal ActorCell? Cell => _actor as ActorCell;

    // Read once: senders ask too, and the reference may become the cell meanwhile.
    public override IActorRef Self => _actor switch { ActorCell cell => cell.Self, var reference => (IActorRef)reference };

    /// <summary>The actor's type; null before the actor has started. Senders read it too.</summary>
    internal ActorTypeInfo? Type
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _type;
    }

    public override ActorTypeInfo? ActorType => _type;

    public override MessageOrigin? TakesTimed(object message, IActorRef? sender, MessageOrigin? origin)
    {
        _system.ActorNames.NoteAsker(sender, Self, message);
        return Volatile.Read(ref _restarting) is { } failure ? Retried(failure, message, origin) : origin;
    }

    /// <summary>The actor's path without address. It is created once.</summary>
    public override string Path => _path ??= ActorTypeNames.Readable(Self.Path);

    /// <summary>
    /// The actor's place if it is a sharded entity or below one. It is created once; for other actors one comparison shows that there is none.
    /// </summary>
    public override EntityPath? Entity => _entity ??= EntityPath.Parse(Path, Self);

    /// <summary>
    /// Whether the handler of a <c>ReceiveAsync</c> has returned at an await and will continue later. Read only for a message that is measured or
    /// traced, and at the end of a run that may have ended because of an await. The first read creates the scheduler.
    /// </summary>
    internal bool IsAwaiting => Cell?.TaskScheduler.CurrentMessage is not null;

    /// <summary>
    /// The actor starts. The starting thread and a first run may both call this at the same time. Only one of them registers the mailbox.
    /// </summary>
    public void Attach(ActorCell cell)
    {
        var rules = _rules ??= _system.RulesFor(cell);
        if (Relay is null && MailboxRelay.For(rules) is { } relay)
        {
            Interlocked.CompareExchange(ref _relay, relay, null);
        }

        _type ??= _system.ActorType(cell, rules);
        _timing ??= _type.Timing;
        var isFirst = Interlocked.Exchange(ref _actor, cell) is not ActorCell;
        KeepLast(rules);
        if (isFirst)
        {
            _type.Mailboxes.Add(this);
            _system.ActorStarted(cell);
        }
    }

    // Does what Attach does when the first message arrives, because a dispatcher that is not instrumented does not attach the actor. Its
    // reference knows the cell by then. Returns null when it does not.
    private ActorTypeInfo? AttachToOwner()
    {
        if (Self is ActorRefWithCell { Underlying: ActorCell cell })
        {
            IsForeign = true;
            Attach(cell);
            _system.RunsOn(cell.Dispatcher, _rules);
        }

        return _type;
    }
}
