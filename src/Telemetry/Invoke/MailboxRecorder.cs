using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Dispatch.MessageQueues;

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

    // Ticks at which the message at work was begun, by the CoarseClock unless somebody had read a better one: in case it gets a span when it is
    // over. Negative when no message is at work that is known: when the actor was started, or failed.
    private long _begunAt;

    // null until there is something to remember but that
    private Aftermath? _aftermath;

    // What is listened to, asked when a run begins. A mailbox on a dispatcher that is not ours has no such moment: it
    // stays on "recording" and asks at each message.
    private bool _recording = true;
    private bool _tracing;
    private bool _counting;
    private bool _measuring;

    // What is current for a row of messages that are not sampled; null when the last one had something else.
    private NonRecordingActivity? _row;

    // One of a shared trace that is this mailbox' own: a handler has awaited in it.
    private NonRecordingActivity? _kept;

    // The run has found the mailbox empty, so no handler of its messages is at work.
    private bool _drained;

    // Whether messages without a span may get one when they are over, and whether for that all of them have to be looked at then.
    private bool _dates;
    private bool _watches;

    // What comes next is only to be counted, if it has no note and no rule is about it.
    private bool _plain;
    private bool _foreign;

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

    // What the last run left is in the peak. A run that is woken by a sender has to look.
    private bool _depthNoted;

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

    /// <summary>How busy the dispatcher is that runs this mailbox.</summary>
    internal DispatcherMeter Meter(Akka.Dispatch.MessageDispatcher dispatcher) => _system.Dispatcher(dispatcher);

    internal int Depth => _queue.Count;

    /// <summary>What is added to spans besides the attributes that all have; null when nothing is.</summary>
    internal SpanDetails? Details => _system.Settings.Details;

    internal string SystemName => _system.SystemName;

    /// <summary>Whether spans have the attributes of the messaging conventions.</summary>
    internal bool WritesMessaging => _system.Settings.TracingMessagingAttributes;

    /// <summary>How long the message in work waited, if that is known. Running thread, inside the message.</summary>
    internal TimeSpan? CurrentWait =>
        _open is { IsOpen: true, Waited: >= 0 and var ticks } ? Stopwatch.GetElapsedTime(0, ticks) : null;

    internal long OldestEnqueuedAt => _queue is IRecordedQueue queue ? queue.OldestEnqueuedAt() : 0;

    /// <summary>The actor's path without address, made once.</summary>
    internal string Path => _path ??= Self.Path.ToStringWithoutAddress();

    /// <summary>Whether a dequeue has anything to record.</summary>
    public bool IsRecording
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _recording;
    }

    /// <summary>Settings of tracing when somebody listens to spans, else null. Sender's thread.</summary>
    public RootSampling? Roots
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => AkkaTelemetry.Source.HasListeners() ? _system.RootsIfTracing : null;
    }

    /// <summary>Notes by whose span, and for some messages when, a message is sent. Sender's thread.</summary>
    /// <param name="envelope">The message.</param>
    /// <param name="roots">What <see cref="Roots"/> has said.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public StampedEnvelope Stamp(Envelope envelope, RootSampling? roots) =>
        SenderStamp.Of(envelope.Message, envelope.Sender, _type?.Timing, roots, _rules);

    /// <summary>The mailbox was full: a message went to the dead letters instead. Sender's thread.</summary>
    internal void Dropped()
    {
        if (_system.Settings.MetricsEnabled)
        {
            _type?.Dropped(DropReasons.Overflow);
        }
    }

    /// <summary>The actor stashed a message. The actor's thread.</summary>
    internal void Stashed()
    {
        if (_system.Settings.MetricsEnabled)
        {
            _type?.CountStashed();
        }
    }

    /// <summary>A message comes back after so many ticks in the stash. The actor's thread.</summary>
    internal void Unstashed(long ticks)
    {
        if (_system.Settings.MetricsEnabled && Instruments.StashDuration.Enabled && _type is { } type)
        {
            Instruments.StashDuration.Record(Ticks.ToSeconds(ticks), type.Tags);
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

    /// <summary>The mailbox is closed: nothing may stay open, and its counts move to the actor type. In the actor's last run. Never throws.</summary>
    public void Detach()
    {
        try
        {
            DetachCore();
        }
        catch (Exception e)
        {
            // a listener's: what waits in the mailbox is still to be given to the dead letters
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }
    }

    private void DetachCore()
    {
        if (_open.IsOpen && !_invokeOwner.IsFree)
        {
            Close(Stopwatch.GetTimestamp());
        }

        ExpectNothing();
        if (_type is { } type)
        {
            type.Mailboxes.Remove(this);
            _system.ActorStopped(Self, type);
        }
    }

    private ActorCell? Cell => _actor as ActorCell;

    internal IActorRef Self => Cell?.Self ?? (IActorRef)_actor;

    // A dispatcher that is not ours does not attach; by the first message the reference knows its cell.
    private ActorTypeInfo? AttachToOwner()
    {
        if (Self is ActorRefWithCell { Underlying: ActorCell cell })
        {
            _foreign = true;
            Attach(cell);
            _system.RunsOn(cell.Dispatcher);
        }

        return _type;
    }
}
