using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation;

/// <summary>
/// Records the messages of one mailbox. It keeps the mailbox's owner and the objects that record, each with its own state. <see cref="RunRecording"/>
/// begins and ends a run. <see cref="MessageRecording"/> opens a message.
/// <para>
/// Threads: any sender calls <see cref="Stamp"/>. Everything else belongs to the thread that runs the mailbox. There is one such thread at a time,
/// except at the end of a run. Akka releases the mailbox before <c>Mailbox.Run</c> returns. So the next run may start on another thread while the
/// last one still has to close its last invoke. <see cref="InvokeOwner"/> decides between the two.
/// </para>
/// </summary>
internal sealed class MailboxRecorder : ObservedMailbox
{
    private readonly AkkaInstrumentationExtension _system;
    private readonly bool _isStamped;
    private LastMessageRing? _last;

    /// <summary>The actor of the mailbox.</summary>
    internal MailboxOwner Owner;

    /// <summary>The messages of the mailbox.</summary>
    internal MessageRecording Messages;

    /// <summary>What is kept about the current message, in case it gets a retroactive span.</summary>
    internal RetroactiveCandidate Candidate;

    /// <summary>The runs of the mailbox, and the open invoke.</summary>
    internal RunRecording Running;

    /// <summary>The failures of the actor.</summary>
    internal FailureRecording Failures = new();

    /// <param name="system">The actor system's instrumentation.</param>
    /// <param name="owner">The mailbox's actor.</param>
    /// <param name="queue">The mailbox's queue.</param>
    /// <param name="stamped">False when messages cannot be stamped at enqueue. Their wait time and their parent are then not known.</param>
    public MailboxRecorder(AkkaInstrumentationExtension system, IActorRef owner, IMessageQueue queue, bool stamped = true)
    {
        _system = system;
        Owner = new MailboxOwner(owner);
        Queue = queue;
        _isStamped = stamped;
        SendersDraw = stamped;
    }

    /// <summary>The dispatcher's runnable around this mailbox; null before the first one. Written by the thread that schedules the mailbox.</summary>
    internal MailboxRunState? Run { get; set; }

    internal AkkaInstrumentationExtension Instrumentation => _system;

    /// <summary>What sees the messages that the actor sends; null for an ordinary actor, and before the actor has started.</summary>
    internal MailboxRelay? Relay { get; set; }

    internal ActorTypeInfo? Type => Owner.Type;

    internal ActorCell? Cell => Owner.Cell;

    public override IActorRef Self => Owner.Self;

    public override string Path => Owner.Path;

    public override EntityPath? Entity => Owner.Entity;

    internal IMessageQueue Queue { get; }

    public override int Depth => Queue.Count;

    public override long OldestEnqueuedAt => Queue is RecordedQueue queue ? queue.OldestEnqueuedAt() : 0;

    public override MessageCells Cells => Messages.Cells;

    public override TimeSpan? CurrentWait => Running.Wait;

    /// <summary>The view that the watchdog thread reads.</summary>
    internal WatchedMailbox Watched => new(this);

    /// <summary>
    /// Whether senders decide which messages are measured or traced, so that a message without a stamp needs only a count. False when messages cannot
    /// be stamped, and when the last messages are kept: each message is then looked at when it is taken.
    /// </summary>
    internal bool SendersDraw { get; private set; }

    /// <summary>
    /// Whether the running thread is between two messages, in here or in a listener, and not in the actor. The watchdog reads it. It may see it too late, which
    /// its next look corrects.
    /// </summary>
    internal bool IsAtWork { get; private set; }

    /// <summary>The actor's last messages; null when no rule sets <c>record</c>. Written by the running thread; any thread reads them.</summary>
    internal LastMessageRing? Last => Volatile.Read(ref _last);

    /// <summary>Whether metrics had a listener when the current or the last run of the mailbox began.</summary>
    internal bool IsCounting => Running.Listening.ToCounts;

    /// <summary>Whether a dequeue has anything to record.</summary>
    public bool IsRecording
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Running.Dequeue != DequeueState.Nothing;
    }

    /// <summary>Tracing settings when somebody listens to spans; otherwise null. Sender's thread.</summary>
    public RootSampling? Roots
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => AkkaTelemetry.Source.HasListeners() ? _system.RootsIfTracing : null;
    }

    /// <summary>
    /// Records what listeners want to know about the sending: its trace, and for some messages the time. Runs for each message, on its sender's thread,
    /// and mostly only reads fields.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public StampedEnvelope Stamp(Envelope envelope)
    {
        // What Roots says, written out: a null that is only asked about once costs nothing.
        if (AkkaTelemetry.Source.HasListeners() && _system.RootsIfTracing is { } roots)
        {
            return SenderStamp.Of(envelope.Message, envelope.Sender, Owner.Timing, roots, Messages.Rules);
        }

        return Instruments.IsMeasuring ? SenderStamp.Of(envelope.Message, envelope.Sender, Owner.Timing) : new StampedEnvelope(envelope);
    }

    /// <summary>The actor has finished its last message, if any. It now gets <paramref name="next"/>, or the mailbox is empty.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void NextMessage(bool taken, in StampedEnvelope next)
    {
        IsAtWork = true;
        try
        {
            var now = 0L;
            if (Running.IsOpen && Running.IsInRun)
            {
                now = Running.CloseLast(this);
            }

            if (!taken)
            {
                Running.OnMailboxEmpty();
                Relay?.End();
            }
            else
            {
                if (Running.Dequeue == DequeueState.First)
                {
                    Depths.Begin(this);
                }

                if ((Owner.Type ?? this.AttachToOwner()) is { } type)
                {
                    Messages.Open(this, type, next, now);
                }

                Running.Expect(!Running.IsOpen && this.IsPlain() && Running.IsInRun);
            }
        }
        catch (Exception e)
        {
            // No error of the instrumentation or of a listener may lose a message. This message may have been opened, so the next one must close it.
            Running.Expect(isPlain: false);
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }

        IsAtWork = false;
    }

    /// <summary>
    /// The actor handles a system message next. The handler of its last message has ended, or awaits. The trace of the system message flows until the
    /// next message is taken, the next marker, or the end of the run. Running thread. Never throws.
    /// </summary>
    /// <param name="marker">What its sender has enqueued before it.</param>
    internal void BeginSystemMessage(SystemMessageMarker marker)
    {
        if (!Running.IsInRun || !IsRecording)
        {
            return;
        }

        IsAtWork = true;
        try
        {
            if (Running.Dequeue == DequeueState.First)
            {
                Depths.Begin(this);
            }

            Running.Expect(isPlain: false);
            var hasEnded = !Owner.IsAwaiting;
            if (hasEnded)
            {
                Running.CloseBeforeSystemMessage(this);
                Relay?.End();
            }

            var origin = marker.WaitForMessage();
            if (Running.Listening.ToSpans)
            {
                EnterSystemMessage(origin, hasEnded);
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }

        IsAtWork = false;
    }

    // A handler that awaits keeps the activity that this thread has taken for it.
    private void EnterSystemMessage(MessageOrigin? origin, bool hasEnded)
    {
        if (hasEnded && origin is { IsRecorded: false, IsUndecidedRoot: false, NonRecording: not null })
        {
            EnterUnsampled(origin);
            return;
        }

        CarriedBaggage.Arrive(origin?.Baggage);
        HandlerContext.Leave();
        if (origin is { IsRecorded: true })
        {
            HandlerContext.Enter(PassThroughContext.Of(origin));
        }
    }

    /// <summary>Makes the trace and the baggage of a message current that is not recorded, and whose actor has started.</summary>
    internal void EnterUnsampled(MessageOrigin? origin)
    {
        var trace = origin?.NonRecording ?? _system.NonRecordingRoots.Next(_system.Settings.TracingSamplingUnsampledTraceIds);
        var baggage = origin?.Baggage;
        if (baggage is null && HandlerContext.TryEnter(trace, Type!.Unsampled))
        {
            return;
        }

        CarriedBaggage.Arrive(baggage);
        if (baggage is { IsOfActivity: true })
        {
            // Libraries that the actor calls pass this baggage on, whether or not anything is recorded. It must not reach the next message.
            HandlerContext.Enter(NonRecordingActivity.Start(trace.IsNameless ? NonRecordingContext.Own() : trace, baggage));
        }
        else
        {
            HandlerContext.Enter(trace, Type!.Unsampled);
        }
    }

    /// <summary>Keeps as many of the last messages as the rules say. When the number changes, the messages so far are dropped.</summary>
    internal void KeepLast(ActorRules rules)
    {
        var before = Last;
        if (rules.Record == (before?.Capacity ?? 0))
        {
            return;
        }

        // The starting thread and a first run may both do this.
        var last = rules.Record == 0 ? null : new LastMessageRing(rules.Record);
        if (Interlocked.CompareExchange(ref _last, last, before) == before)
        {
            SendersDraw = _isStamped && last is null;
            Owner.TimeAll(last is not null);
        }
    }

    public override IReadOnlyList<AkkaRecordedMessage>? ReadLastMessages() => Last?.Read();

    public override void NoteUnhandled() => Last?.Expect(AkkaMessageOutcome.Unhandled);
}
