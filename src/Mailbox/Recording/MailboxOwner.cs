using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>The actor of one mailbox. Its reference is known from the beginning; its cell and type are known once it has started.</summary>
internal struct MailboxOwner(IActorRef reference)
{
    // the reference; later the cell
    private object _actor = reference;
    private volatile ActorTypeInfo? _type;
    private volatile TimingRate? _timing;
    private string? _path;
    private EntityPath? _entity;

    /// <summary>The actor's cell; null until it is known.</summary>
    public readonly ActorCell? Cell => _actor as ActorCell;

    public readonly IActorRef Self => Cell?.Self ?? (IActorRef)_actor;

    /// <summary>The actor's type; null before the actor has started. Senders read it too.</summary>
    public readonly ActorTypeInfo? Type
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _type;
    }

    /// <summary>
    /// Which messages senders time; null before the actor has started, when they time every message. The rate of the actor type, or every message of
    /// an actor whose last messages are kept.
    /// </summary>
    public readonly TimingRate? Timing
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _timing;
    }

    /// <summary>The actor's path without address. It is created once.</summary>
    public string Path => _path ??= Self.Path.ToStringWithoutAddress();

    /// <summary>The actor's place if it is a sharded entity or below one. It is created once; for other actors one comparison shows that there is none.</summary>
    public EntityPath? Entity => _entity ??= EntityPath.Of(Path);

    /// <summary>The actor's path without address. If it was not created before, it is not stored.</summary>
    public readonly string PathOnce => _path ?? Self.Path.ToStringWithoutAddress();

    /// <summary>
    /// Whether the handler of a <c>ReceiveAsync</c> has returned at an await and will continue later. Read only for a message that is measured or
    /// traced, and at the end of a run that may have ended because of an await. The first read creates the scheduler.
    /// </summary>
    public readonly bool IsAwaiting => Cell?.TaskScheduler.CurrentMessage is not null;

    /// <summary>The cell that the reference knows from the first message on; null when it knows none.</summary>
    public readonly ActorCell? Underlying => Self is ActorRefWithCell { Underlying: ActorCell cell } ? cell : null;

    /// <summary>Sets whether senders time every message. The actor has started.</summary>
    public void TimeAll(bool all) => _timing = all ? TimingRate.All : _type!.Timing;

    /// <summary>
    /// The actor's cell is now known. Returns true for the first call only. The starting thread and a first run may both call this at the same time.
    /// </summary>
    public bool Attach(ActorCell cell, AkkaInstrumentationExtension system, ActorRules rules)
    {
        _type ??= system.ActorType(cell, rules);
        _timing ??= _type.Timing;
        return Interlocked.Exchange(ref _actor, cell) is not ActorCell;
    }
}
