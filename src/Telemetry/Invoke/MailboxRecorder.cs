using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Dispatch.MessageQueues;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// Records the messages of one mailbox: counts them, times some of them, opens and closes spans.
/// <para>
/// Threads: <see cref="Stamp"/> is called by any sender. Everything else belongs to the thread that runs the mailbox,
/// of which there is one at a time, except for a moment at the end of a run: Akka gives the mailbox free before
/// <c>Mailbox.Run</c> returns, so the next run may start elsewhere while the last one still has to close its last
/// invoke. <see cref="InvokeOwner"/> decides between the two.
/// </para>
/// </summary>
internal sealed partial class MailboxRecorder
{
    private readonly InstrumentationExtension _system;
    private readonly IMessageQueue _queue;
    private readonly bool _stamped;

    private volatile ActorTypeInfo? _type;
    private ActorRules? _rules;
    private string? _path;

    // the actor's reference, and its cell once that is known
    private object _actor;
    private MessageCells _cells;
    private InvokeOwner _invokeOwner;
    private OpenInvoke _open;
    private int _failedEnvelope = -1;

    // What is listened to, asked when a run begins. A mailbox on a dispatcher that is not ours has no such moment: it
    // stays on "recording" and asks at each message.
    private bool _recording = true;
    private bool _tracing;
    private bool _counting;
    private bool _measuring;
    private bool _unsampled;
    private bool _passing;

    /// <param name="system">The actor system's instrumentation.</param>
    /// <param name="owner">The mailbox' actor.</param>
    /// <param name="queue">The mailbox' queue.</param>
    /// <param name="stamped">False when messages cannot be stamped at enqueue: their wait and their parent are not known.</param>
    public MailboxRecorder(InstrumentationExtension system, IActorRef owner, IMessageQueue queue, bool stamped = true)
    {
        _stamped = stamped;
        _system = system;
        _actor = owner;
        _queue = queue;
    }

    /// <summary>Its place in the <see cref="MailboxRegistry"/> plus 1; 0 before it has one, -1 afterwards.</summary>
    internal int Place;

    /// <summary>Noted once per run.</summary>
    internal DepthPeak Peak;

    /// <summary>The dispatcher's runnable around this mailbox, once there was one. Written by whoever schedules the mailbox.</summary>
    internal MeteredRun? Run { get; set; }

    internal MessageCells Cells => _cells;

    /// <summary>Whether metrics were listened to when the mailbox last ran, or runs now.</summary>
    internal bool IsCounting => _counting;

    /// <summary>Messages counted so far. The running thread.</summary>
    internal long Counted
    {
        get
        {
            var sum = 0L;
            foreach (var cell in _cells)
            {
                sum += cell.Messages;
            }

            return sum;
        }
    }

    internal bool IsHeldBy(int run) => _invokeOwner.IsHeldBy(run);

    /// <summary>How busy the dispatcher is that runs this mailbox; null when that is not measured.</summary>
    internal DispatcherMeter? Meter(Akka.Dispatch.MessageDispatcher dispatcher) => _system.Dispatcher(dispatcher);

    internal int Depth => _queue.Count;

    internal long OldestEnqueuedAt => _queue is IRecordedQueue queue ? queue.OldestEnqueuedAt() : 0;

    /// <summary>The actor's path without address, made once.</summary>
    internal string Path => _path ??= Self.Path.ToStringWithoutAddress();

    /// <summary>Whether a dequeue has anything to record.</summary>
    public bool IsRecording
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _recording;
    }

    /// <summary>Notes by whose span, and for some messages when, a message is sent. Sender's thread.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public StampedEnvelope Stamp(Envelope envelope) =>
        SenderStamp.Of(
            envelope,
            _type?.Timing,
            _system.Settings.TracingEnabled && AkkaTelemetry.Source.HasListeners() ? _system.Roots : null);

    /// <summary>The mailbox was full: a message went to the dead letters instead. Sender's thread.</summary>
    internal void Dropped()
    {
        if (_system.Settings.MetricsEnabled)
        {
            _type?.Dropped(DropReasons.Overflow);
        }
    }

    /// <summary>Binds the recorder to the actor's cell, which tells the actor's type. Once, when the actor starts.</summary>
    /// <remarks>The starting thread and a first run can meet here; only one of them registers the mailbox.</remarks>
    public void Attach(ActorCell cell)
    {
        _rules ??= _system.RulesFor(cell);
        var type = _type ??= _system.ActorType(cell, _rules.ActorName);
        if (Interlocked.Exchange(ref _actor, cell) is not ActorCell)
        {
            type.Mailboxes.Add(this);
        }
    }

    /// <summary>The mailbox is closed: nothing may stay open, and its counts move to the actor type. In the actor's last run.</summary>
    public void Detach()
    {
        if (_open.IsOpen && !_invokeOwner.IsFree)
        {
            Close(Stopwatch.GetTimestamp());
        }

        if (_type is { } type)
        {
            type.Mailboxes.Remove(this);
            _system.ActorStopped(Self, type);
        }
    }

    /// <summary>
    /// The actor told its supervisor that it failed. On the thread that runs it, and inside the message if it was its
    /// handler that threw: then the cell has a current message. It has none when the actor failed to start, and a system
    /// message when it escalates a child's failure. The message stays current when the restart fails too, hence its number.
    /// </summary>
    public void Failed(Exception cause)
    {
        if (Cell is not { CurrentMessage: not (null or ISystemMessage) } cell || _failedEnvelope == cell.CurrentEnvelopeId)
        {
            return;
        }

        _failedEnvelope = cell.CurrentEnvelopeId;
        if (_system.Settings.MetricsEnabled)
        {
            _type?.Failure(cause.GetType()).Increment();
        }

        if (_open.IsOpen)
        {
            _open.Failure = cause;
        }
    }

    /// <summary>A supervisor restarts the actor. Any thread.</summary>
    public void Restarting()
    {
        if (_system.Settings.MetricsEnabled)
        {
            _type?.Restarted();
        }
    }

    private ActorCell? Cell => _actor as ActorCell;

    private IActorRef Self => Cell?.Self ?? (IActorRef)_actor;

    // A dispatcher that is not ours does not attach; by the first message the reference knows its cell.
    private ActorTypeInfo? AttachToOwner()
    {
        if (Self is ActorRefWithCell { Underlying: ActorCell cell })
        {
            Attach(cell);
            _system.RunsOn(cell.Dispatcher);
        }

        return _type;
    }
}
