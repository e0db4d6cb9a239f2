using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The activity that is current for a row of messages of one mailbox. The messages of a row are not sampled and belong to the same trace. The first
/// message enters the activity; the others find it. Used by the thread that runs the mailbox. The thread keeps the activity
/// (<see cref="ThreadContext.Row"/>), because its memory is in the cache, and that of one mailbox among thousands is not.
/// </summary>
internal struct NonRecordingRow
{
    // The activity in which a handler of this mailbox awaits, or has awaited. No other actor may have it until the mailbox is run again, which shows that
    // the handler has ended.
    private NonRecordingActivity? _kept;

    // The context of the thread that runs the mailbox now, or ran it last; null where runs are not instrumented.
    private ThreadContext? _thread;

    /// <summary>The current activity of the row; null when there is none, because the last message had another activity. Only inside a run.</summary>
    public readonly NonRecordingActivity? Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _thread?.Row;
    }

    /// <summary>A run begins. No activity is current.</summary>
    /// <param name="thread">The context of this thread.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Begin(ThreadContext thread)
    {
        if (!ReferenceEquals(_thread, thread))
        {
            _thread = thread;
        }

        thread.Row = null;
    }

    /// <summary>The mailbox was found empty, so no handler awaits any more. An idle actor must not keep what a handler has written to its activity.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void FoundEmpty()
    {
        if (_kept is not null)
        {
            PutBackKept();
        }
    }

    /// <summary>The row ends, and its activity is not used again, because the message has got a span.</summary>
    public readonly void End()
    {
        if (_thread is { } thread)
        {
            thread.Row = null;
        }
    }

    /// <summary>
    /// Whether a message without metadata belongs to the row's trace, and no handler has changed the context. Called for each message.
    /// </summary>
    /// <param name="row"><see cref="Current"/>.</param>
    /// <param name="inlineStamp">The message's inline stamp.</param>
    /// <param name="window">The present <see cref="CoarseClock.Window"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Has(NonRecordingActivity row, InlineStamp inlineStamp, long window) =>
        row.Tick == (inlineStamp.IsNone ? window : inlineStamp.Tick) && HandlerContext.IsOnly(row) && row.IsFit;

    /// <summary>Makes a non-recording activity of the message's trace current. Uses the row's activity if it fits.</summary>
    /// <param name="origin">Where the message was sent.</param>
    /// <param name="inlineStamp">The inline stamp of a message without metadata.</param>
    /// <param name="roots">The actor system's.</param>
    /// <param name="ids">Whether each root gets its own trace id.</param>
    public void Enter(MessageOrigin? origin, InlineStamp inlineStamp, NonRecordingRoots roots, AkkaUnsampledTraceIds ids)
    {
        var thread = _thread!;
        if (thread.Row is { } same && ReferenceEquals(same.Trace, origin) && HandlerContext.IsOnly(same) && same.IsFit)
        {
            // the next message of the trace, and no handler has changed the context: as Has finds for a message without metadata
            return;
        }

        var baggage = origin?.Baggage;
        CarriedBaggage.Arrive(baggage);
        if (thread.Row is null && (origin is null || inlineStamp.IsUnsampled) && TakeLast(thread, inlineStamp, CoarseClock.Window, roots.Seed, ids) is { } last)
        {
            HandlerContext.Enter(last, thread);
            thread.Row = last;
            return;
        }

        var trace = inlineStamp.IsUnsampled ? roots.Shared(inlineStamp.Tick) : origin?.NonRecording ?? roots.Next(ids);
        if (baggage is { IsOfActivity: true })
        {
            // Libraries that the actor calls pass this baggage on, whether or not anything is recorded. It must not reach the next message.
            Leave();
            HandlerContext.Enter(NonRecordingActivity.Start(trace, baggage), thread);
            return;
        }

        var row = thread.Row;
        if (row is null || !ReferenceEquals(row.Trace, trace) || !row.IsUntouched)
        {
            Leave();
            row = ActivityOf(trace);
        }

        HandlerContext.Enter(row, thread);
        thread.Row = row;
    }

    /// <summary>
    /// Makes the thread's last activity, or the one that this mailbox keeps, current for the first message of a run, if it belongs to the message's
    /// shared trace, and nothing flows on the thread. Returns whether it did.
    /// </summary>
    /// <param name="inlineStamp">The inline stamp of a message without metadata; not a timestamp.</param>
    /// <param name="window">The present <see cref="CoarseClock.Window"/>.</param>
    /// <param name="seed">The actor system's <see cref="NonRecordingRoots.Seed"/>.</param>
    /// <param name="ids">Whether each root gets its own trace id.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryEnterLast(InlineStamp inlineStamp, long window, ulong seed, AkkaUnsampledTraceIds ids)
    {
        var thread = _thread!;
        if (!HandlerContext.IsEmpty || TakeLast(thread, inlineStamp, window, seed, ids) is not { } last)
        {
            return false;
        }

        HandlerContext.EnterInstead(last, thread);
        thread.Row = last;
        return true;
    }

    /// <summary>The same for a message that carries its trace. Nothing is entered if the trace is shared, or its activity has no context of its own.</summary>
    /// <param name="trace">The message's trace.</param>
    public bool TryEnterFirst(NonRecordingContext trace)
    {
        if (trace.Tick != 0 || !HandlerContext.IsEmpty || TakeWithContext(trace) is not { } activity)
        {
            return false;
        }

        var thread = _thread!;
        HandlerContext.EnterInstead(activity, thread);
        thread.Row = activity;
        return true;
    }

    /// <summary>
    /// The next message carries its trace. Makes that trace's activity current, unless it already is. Nothing happens if a handler has changed the
    /// context, the trace is shared, or its activity has no context of its own. Returns whether the activity is current.
    /// </summary>
    /// <param name="row"><see cref="Current"/>.</param>
    /// <param name="trace">The message's trace.</param>
    public bool TryGoOn(NonRecordingActivity row, NonRecordingContext trace)
    {
        if (!HandlerContext.IsOnly(row))
        {
            return false;
        }

        if (ReferenceEquals(row.Trace, trace) && row.IsFit)
        {
            return true;
        }

        if (trace.Tick != 0 || TakeWithContext(trace) is not { } next)
        {
            return false;
        }

        Leave();
        var thread = _thread!;
        HandlerContext.EnterInstead(next, thread);
        thread.Row = next;
        return true;
    }

    /// <summary>The handlers of the row have ended, and none of them awaits, because the mailbox has got another message.</summary>
    public readonly void Leave()
    {
        if (_thread is { Row: { } last } thread)
        {
            thread.Row = null;
            thread.PutBack(last);
        }
    }

    /// <summary>
    /// A run that has taken the activity has ended on this thread. A handler that awaits still uses it: the mailbox then keeps it until it is run again,
    /// and no other actor may use it. Another thread may already run the mailbox. If that has even ended the handler, the mailbox keeps the activity
    /// until its next message.
    /// </summary>
    /// <param name="activity">The activity.</param>
    /// <param name="thread">The context of this thread.</param>
    /// <param name="isAwaited">A handler awaits.</param>
    public void PutBack(NonRecordingActivity activity, ThreadContext thread, bool isAwaited)
    {
        if (isAwaited)
        {
            // in this order: once the mailbox has it, another thread may take it
            thread.GiveAway(activity);
            Volatile.Write(ref _kept, activity);
        }
        else
        {
            thread.PutBack(activity);
        }
    }

    // Most runs are short. The first message of a run often belongs to the shared trace of the thread's last run. Where handlers await, the thread's
    // last activity mostly is the one that the mailbox keeps, and in use.
    private NonRecordingActivity? TakeLast(ThreadContext thread, InlineStamp inlineStamp, long window, ulong seed, AkkaUnsampledTraceIds ids)
    {
        if (ids == AkkaUnsampledTraceIds.Always && !inlineStamp.IsUnsampled)
        {
            return null;
        }

        var tick = inlineStamp.IsUnsampled ? inlineStamp.Tick : window;
        return TakeKept(seed, tick) ?? thread.TakeLast(seed, tick);
    }

    // Each thread has its own activity of a shared trace. So has a mailbox whose handlers await.
    private NonRecordingActivity ActivityOf(NonRecordingContext trace) =>
        trace.Tick == 0 ? TakeOwn(trace)
        : TakeKept(trace.Seed, trace.Tick) ?? _thread!.Take(trace);

    // For a trace with an id of its own. What the mailbox keeps may be the trace's only one.
    private NonRecordingActivity TakeOwn(NonRecordingContext trace)
    {
        PutBackKept();
        return trace.Take();
    }

    // Null where the flow of the context is suppressed.
    private NonRecordingActivity? TakeWithContext(NonRecordingContext trace)
    {
        var taken = TakeOwn(trace);
        if (taken.OwnContext is not null)
        {
            return taken;
        }

        trace.PutBack(taken);
        return null;
    }

    // What the mailbox keeps, if it is of this shared trace.
    private NonRecordingActivity? TakeKept(ulong seed, long tick)
    {
        if (TakeKept() is not { } kept)
        {
            return null;
        }

        if (kept.Shares(seed, tick))
        {
            // What a handler has written to is of no use, and may be large.
            return kept.IsUntouched ? kept : null;
        }

        _thread!.PutBack(kept);
        return null;
    }

    // The handler that awaited in it has ended, because the mailbox is run again. Only the thread that runs the mailbox empties the place, so it needs no
    // interlocked operation. A run that has ended late may fill it meanwhile; what it put there is then lost, and nobody has it twice.
    private NonRecordingActivity? TakeKept()
    {
        var kept = Volatile.Read(ref _kept);
        if (kept is not null)
        {
            _kept = null;
        }

        return kept;
    }

    private void PutBackKept()
    {
        if (TakeKept() is { } kept)
        {
            _thread!.PutBack(kept);
        }
    }
}
