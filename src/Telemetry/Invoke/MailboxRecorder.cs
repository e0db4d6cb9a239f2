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
internal sealed class MailboxRecorder
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
    internal object? Run { get; set; }

    internal MessageCells Cells => _cells;

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

    /// <summary>Nobody listens, and nobody has so far: the mailbox is run as it is. Called by whoever schedules it.</summary>
    public void Rest()
    {
        if (_recording)
        {
            _recording = false;
        }
    }

    /// <summary>A run of the mailbox begins on this thread. Returns what <see cref="EndRun"/> needs.</summary>
    public int BeginRun()
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

        _unsampled = _passing = false;
        _tracing = _system.Settings.TracingEnabled && AkkaTelemetry.Source.HasListeners();
        AskForMetrics();
        _recording = _tracing || _counting || _open.IsOpen;
        if (ObservableInstruments.WantsPeak)
        {
            Peak.Note(_queue.Count);
        }

        return run;
    }

    /// <summary>The run has returned from the mailbox. By now the next run may be under way on another thread.</summary>
    public void EndRun(int run)
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
            InvokeRecording.Close(last, now);

            // An idle actor must not keep its last span and exception; the next run may have put its own here by now.
            Interlocked.CompareExchange(ref _open.Span, null, last.Span);
            Interlocked.CompareExchange(ref _open.Failure, null, last.Failure);
        }
    }

    /// <summary>The actor has finished what it had and gets <paramref name="next"/>, or the mailbox is empty.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void NextMessage(bool taken, in StampedEnvelope next)
    {
        try
        {
            var now = 0L;
            if (_open.IsOpen && _invokeOwner.IsHeld)
            {
                now = Stopwatch.GetTimestamp();
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

    // The handler of a ReceiveAsync has returned at an await and goes on later. Asked only at the end of a run with an
    // open invoke, because the scheduler is made by the first question.
    private bool IsAwaiting => Cell?.TaskScheduler.CurrentMessage is not null;

    private ActorCell? Cell => _actor as ActorCell;

    private IActorRef Self => Cell?.Self ?? (IActorRef)_actor;

    private void AskForMetrics()
    {
        var enabled = _system.Settings.MetricsEnabled;
        _counting = enabled && Instruments.IsListening;
        _measuring = enabled && Instruments.IsMeasuring;
    }

    private void Open(in StampedEnvelope next, long now)
    {
        if ((_type ?? AttachToOwner()) is not { } type)
        {
            return;
        }

        // Without a run of ours the end of the last invoke of a batch is not seen: no span, no processing time.
        var held = _invokeOwner.IsHeld;
        if (!held)
        {
            AskForMetrics();
        }

        if (_passing)
        {
            PassingTrace.Leave();
            _passing = false;
        }

        var cell = _cells.For(type, _rules!, next.Message.GetType());
        var kind = cell.Kind;
        if (!kind.IsPlain)
        {
            OpenByRule(type, cell, next, now, held);
            return;
        }

        if (_counting)
        {
            cell.Count();
        }

        var tracing = _tracing && held;
        var note = next.Note;
        if (note is { EnqueuedAt: not 0 } || !_stamped || (tracing && note?.Trace is null && _system.Roots.AsksSdk))
        {
            OpenSampled(kind.Info, kind.Verdict, next, now, tracing, held);
        }
        else if (tracing)
        {
            StayUnsampled();
        }
    }

    // One of Akka's wrappers, a type that shares its cell with others, or one that a rule is about.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void OpenByRule(ActorTypeInfo type, MessageCell cell, in StampedEnvelope next, long now, bool held)
    {
        var message = next.Message;
        if (cell.Kind.IsWrapper)
        {
            message = InnerMessage.Of(message);
            cell = _cells.For(type, _rules!, message.GetType());
        }

        var info = cell.Kind.Info;
        var verdict = info.IsOther ? _rules!.For(message.GetType()) : cell.Kind.Verdict;
        if (_counting && verdict.Measure)
        {
            cell.Count();
        }

        OpenSampled(info, verdict, next, now, _tracing && held, held);
    }

    // Timed by its sender, or decided about by a rule or the SDK's sampler.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void OpenSampled(MessageTypeInfo info, Verdict verdict, in StampedEnvelope next, long now, bool tracing, bool held)
    {
        now = now == 0 ? Stopwatch.GetTimestamp() : now;
        var sample = Sample.Of(info, verdict, next, now, tracing ? _system.Roots : null, _stamped, _system.Settings.Filter);
        var measured = sample.Measured && _measuring;
        var span = default(Activity);
        if (sample.Traced)
        {
            _unsampled = false;
            span = MessageSpan.Start(this, info, verdict, next, now);
        }
        else if (tracing)
        {
            GoWithout(sample, next.Trace);
        }

        if (held && (span is not null || measured))
        {
            _open = new OpenInvoke(info, span, measured ? now : 0);
        }

        if (measured && next.EnqueuedAt != 0)
        {
            Instruments.WaitDuration.Record(Ticks.ToSeconds(now - next.EnqueuedAt), info.Tags);
        }
    }

    // No span: what the handler sends belongs to the trace that passes through, to none, or to one that is not sampled.
    private void GoWithout(Sample sample, object? trace)
    {
        if (sample.IsUnsampled)
        {
            StayUnsampled();
            return;
        }

        if (_unsampled)
        {
            Activity.Current = null;
            _unsampled = false;
        }

        if (sample.IsInside)
        {
            PassingTrace.Enter(trace);
            _passing = true;
        }
    }

    // Once for a row of messages: the handlers of all of them find the same activity.
    private void StayUnsampled()
    {
        if (!_unsampled || !Unsampled.IsFit)
        {
            Unsampled.MakeCurrent();
            _unsampled = true;
        }
    }

    private void Close(long now)
    {
        var last = _open;
        _open = default;
        InvokeRecording.Close(last, now);
    }

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
