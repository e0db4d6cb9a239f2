using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Actor.Scheduler;
using Akka.Dispatch.MessageQueues;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// Records the messages of one mailbox: counts them, times them, opens and closes their spans.
/// <para>
/// Threads: <see cref="Stamp"/> is called by any sender. Everything else belongs to the thread that runs the mailbox,
/// of which there is one at a time, except for a moment at the end of a run: Akka gives the mailbox free before
/// <c>Mailbox.Run</c> returns, so the next run may start elsewhere while the last one still has to close its last
/// invoke. <see cref="InvokeOwner"/> decides between the two.
/// </para>
/// </summary>
internal sealed class MailboxRecorder
{
    private readonly InstrumentationExtension _system;
    private readonly IActorRef _owner;
    private readonly IMessageQueue _queue;
    private readonly bool _tracing;
    private readonly bool _metrics;

    private volatile ActorTypeInfo? _type;
    private ActorCell? _cell;
    private string? _path;
    private MessageCells _cells;
    private InvokeOwner _invokeOwner;
    private OpenInvoke _open;

    public MailboxRecorder(InstrumentationExtension system, IActorRef owner, IMessageQueue queue)
    {
        _system = system;
        _owner = owner;
        _queue = queue;
        _tracing = system.Settings.TracingEnabled;
        _metrics = system.Settings.MetricsEnabled;
    }

    /// <summary>Neighbours in the <see cref="MailboxRegistry"/>, guarded by its lock.</summary>
    internal MailboxRecorder? Next { get; set; }

    internal MailboxRecorder? Previous { get; set; }

    /// <summary>The dispatcher's runnable around this mailbox, once there was one. Written by whoever schedules the mailbox.</summary>
    internal object? Run { get; set; }

    internal ReadOnlySpan<MessageCell?> Cells => _cells.Snapshot;

    internal long Depth => _queue.Count;

    /// <summary>The actor's path without address, made once.</summary>
    internal string Path => _path ??= _owner.Path.ToStringWithoutAddress();

    /// <summary>Whether a dequeue has anything to record: somebody listens, or an invoke is still to be closed.</summary>
    public bool IsRecording
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _open.IsOpen || AkkaTelemetry.IsListening;
    }

    /// <summary>Notes when and by whose span a message is sent. Sender's thread.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public StampedEnvelope Stamp(Envelope envelope) =>
        new(envelope, Stopwatch.GetTimestamp(), _tracing && AkkaTelemetry.Source.HasListeners() ? ParentOf(envelope) : null);

    // The scheduler's thread runs in the execution context of whoever used it first: what is current there is nobody's.
    private static Activity? ParentOf(Envelope envelope) =>
        Activity.Current is { } current && envelope.Message is not IScheduledTellMsg ? current : null;

    /// <summary>Binds the recorder to the actor's cell, which tells the actor's type. Once, when the actor starts.</summary>
    /// <remarks>The starting thread and a first run can meet here; only one of them registers the mailbox.</remarks>
    public void Attach(ActorCell cell)
    {
        var type = _type ??= _system.ActorType(cell.Props);
        if (Interlocked.CompareExchange(ref _cell, cell, null) is null)
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

        _type?.Mailboxes.Remove(this);
    }

    /// <summary>A run of the mailbox begins on this thread. Returns what <see cref="EndRun"/> needs.</summary>
    public long BeginRun()
    {
        var run = _invokeOwner.Take(out var left);
        if (left == InvokeOwner.Left.Nothing)
        {
            _open = default;
        }
        else if (left == InvokeOwner.Left.ByARunThatHasNotReturned && _open.IsOpen && !IsAwaiting)
        {
            Close(Stopwatch.GetTimestamp());
        }

        return run;
    }

    /// <summary>The run has returned from the mailbox. By now the next run may be under way on another thread.</summary>
    public void EndRun(long run)
    {
        if (!_invokeOwner.IsHeldBy(run))
        {
            return;
        }

        // Copied and dated before the invoke is given away: afterwards the fields, and the time, belong to the next run.
        var last = _open;
        var now = last.IsOpen ? Stopwatch.GetTimestamp() : 0;
        if (last.IsOpen && IsAwaiting)
        {
            _invokeOwner.Leave(run, awaiting: true);
        }
        else if (_invokeOwner.Leave(run, awaiting: false) && last.IsOpen)
        {
            InvokeRecording.Close(last, now, _metrics);

            // An idle actor must not keep its last span; the next run may have put its own here by now.
            Interlocked.CompareExchange(ref _open.Span, null, last.Span);
        }
    }

    /// <summary>The actor has finished what it had and gets <paramref name="next"/>, or the mailbox is empty.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void NextMessage(bool taken, in StampedEnvelope next)
    {
        try
        {
            var now = Stopwatch.GetTimestamp();
            if (_open.IsOpen && _invokeOwner.IsHeld)
            {
                Close(now);
            }

            if (taken)
            {
                Open(next, now);
            }
        }
        catch (Exception e)
        {
            // nothing of ours, and nothing that listens to us, may cost a message
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }
    }

    /// <summary>
    /// The actor told its supervisor that it failed. On the thread that runs it, and inside the message if it was its
    /// handler that threw: then the cell has a current message. It has none when the actor failed to start, and a system
    /// message when it escalates a child's failure.
    /// </summary>
    public void Failed(Exception cause)
    {
        if (_open.IsOpen && _open.Failure is null && _cell?.CurrentMessage is not (null or ISystemMessage))
        {
            _open.Failure = cause;
        }
    }

    /// <summary>A supervisor restarts the actor. Any thread.</summary>
    public void Restarting()
    {
        if (_metrics)
        {
            _type?.Restarted();
        }
    }

    // The handler of a ReceiveAsync has returned at an await and goes on later. Asked only at the end of a run with an
    // open invoke, because the scheduler is made by the first question.
    private bool IsAwaiting => _cell?.TaskScheduler.CurrentMessage is not null;

    private void Open(in StampedEnvelope next, long now)
    {
        if (_type is null)
        {
            AttachToOwner();
        }

        if (_type is null)
        {
            return;
        }

        var cell = _cells.For(_type, next.Message.GetType());
        if (cell.IsWrapper)
        {
            cell = _cells.For(_type, InnerMessage.Of(next.Message).GetType());
        }

        if (_metrics && Instruments.IsListening)
        {
            cell.Count();
        }

        // Without a run of ours the end of the last invoke of a batch is not seen: no span, no processing time.
        if (_invokeOwner.IsHeld)
        {
            var span = _tracing && AkkaTelemetry.Source.HasListeners() ? MessageSpan.Start(this, _type, cell.Info, next, now) : null;
            _open = new OpenInvoke(cell.Info, span, now);
        }

        if (_metrics && next.EnqueuedAt != 0)
        {
            Instruments.WaitDuration.Record(Ticks.ToSeconds(now - next.EnqueuedAt), cell.Info.Tags);
        }
    }

    private void Close(long now)
    {
        var last = _open;
        _open = default;
        InvokeRecording.Close(last, now, _metrics);
    }

    // A dispatcher that is not ours does not attach; by the first message the reference knows its cell.
    private void AttachToOwner()
    {
        if (_owner is ActorRefWithCell { Underlying: ActorCell cell })
        {
            Attach(cell);
            _system.RunsOn(cell.Dispatcher);
        }
    }
}
