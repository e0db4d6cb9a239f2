using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The runs of one mailbox. It keeps what listeners want in the current run, which invoke is open, who may close it, and what the next dequeue has to
/// record. Two runs can overlap for a moment; see <see cref="InvokeOwner"/>.
/// </summary>
internal partial struct RunRecording
{
    private DequeueState _dequeue;
    private bool _isLight;

    // The settings of the last run that began in full, if the next one may be light; and what its first dequeue has to record.
    private InstrumentationSettings? _repeated;
    private DequeueState _first;

    // The runtime keeps structures behind the other fields, in this order. The open invoke is large and not written by most messages.
    private InvokeOwner _owner;
    private Listening _listening;
    private OpenInvoke _open;

    // Has the span of the open invoke, if that is traced. Otherwise the place may have another mailbox's span.
    private OpenSpan? _place;

    /// <summary>Set when a run begins. On a dispatcher that is not instrumented, there are no instrumented runs, so it is set for each message.</summary>
    public readonly Listening Listening
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _listening;
    }

    public readonly DequeueState Dequeue
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _dequeue;
    }

    /// <summary>The dispatcher is not instrumented. There are no instrumented runs, and supervisors' decisions are not seen.</summary>
    public bool IsForeign { readonly get; private set; }

    /// <summary>Whether a run holds the open invoke. Running thread.</summary>
    public readonly bool IsHeld => _owner.IsHeld;

    /// <summary>Whether an instrumented run is on the mailbox, light or not. Running thread.</summary>
    public readonly bool IsInRun => _isLight || _owner.IsHeld;

    /// <summary>Whether an invoke is open.</summary>
    public readonly bool IsOpen => _open.IsOpen;

    /// <summary>Whether the last run left an open invoke: a handler awaits, or the run has not returned yet. Read when the next run begins.</summary>
    public readonly bool IsLeftOpen => _open.IsOpen && !_owner.IsFree;

    /// <summary>The span of the open invoke.</summary>
    public readonly Activity? Span => _open.IsTraced ? _place?.Span : null;

    /// <summary>How long the current message waited; null when that is not known. Running thread, inside the message.</summary>
    public readonly TimeSpan? Wait => _open is { IsOpen: true, Waited: >= 0 and var ticks } ? Stopwatch.GetElapsedTime(0, ticks) : null;

    public readonly bool IsHeldBy(int run) => _owner.IsHeldBy(run);

    /// <summary>
    /// Nobody listens, and nobody has listened so far. The mailbox runs without instrumentation. Called by the thread that schedules it.
    /// </summary>
    public void DisableRecording()
    {
        if (_dequeue != DequeueState.Nothing)
        {
            _dequeue = DequeueState.Nothing;
        }
    }

    /// <summary>
    /// A run begins. It takes over what the last run left, and closes what that run had no time to close. Returns the run's number.
    /// </summary>
    public int Begin(MailboxRecorder mailbox)
    {
        _isLight = false;
        var run = _owner.Take(out var left);
        if (left == InvokeOwner.Left.Nothing)
        {
            if (_open.IsOpen)
            {
                _open = default;
            }

            Resume(mailbox, at: 0);
        }
        else if (left == InvokeOwner.Left.AwaitingHandler)
        {
            Resume(mailbox, _open.Measured.IsNone ? 0 : Stopwatch.GetTimestamp());
        }
        else if (_open.IsOpen && !mailbox.Owner.IsAwaiting)
        {
            _open.Failure ??= mailbox.Failures.CountUnseen(mailbox.Failures.UnseenOf(mailbox.Cell), mailbox);
            Close(mailbox, Stopwatch.GetTimestamp());
        }

        return run;
    }

    /// <summary>Whether nothing is open, and nothing has changed since the last run that began in full.</summary>
    /// <param name="settings">The settings in force.</param>
    /// <param name="listening">What listeners want now.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool MayBeLight(InstrumentationSettings settings, Listening listening) =>
        ReferenceEquals(_repeated, settings) && _listening.Is(listening) && !_open.IsOpen && _owner.IsFree;

    /// <summary>
    /// A light run begins. It leaves everything as the run before it, and takes the open invoke only when a message opens one
    /// (<see cref="Hold"/>). Returns the run's number.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BeginLight()
    {
        _isLight = true;
        _dequeue = _first;
        return _owner.Pass();
    }

    /// <summary>A dispatcher that is not instrumented has dequeued a message.</summary>
    public void BecomeForeign() => IsForeign = true;

    /// <summary>Sets what listeners want from now on.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Listen(InstrumentationSettings settings) => _listening = Listening.Now(settings);

    /// <summary>The same for a run that makes no spans.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void ListenToMetrics(InstrumentationSettings settings) => _listening = Listening.ToMetrics(settings);

    /// <summary>The same, for a caller that knows it.</summary>
    public void Listen(Listening to) => _listening = to;

    /// <summary>Sets what the next dequeue has to record.</summary>
    /// <param name="isPlain">No invoke is open, and the current activity is right for a message without a span.</param>
    public void Expect(bool isPlain) => _dequeue = isPlain ? DequeueState.OnlyCount : DequeueState.Everything;

    /// <summary>Sets what the first dequeue of a run has to record.</summary>
    /// <param name="isPlain">The current activity is right for a message without a span.</param>
    /// <param name="keepsLast">Each message is kept as one of the last, whether or not anybody listens.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void ExpectFirst(bool isPlain, bool keepsLast)
    {
        if (_listening is { ToSpans: false, ToCounts: false } && !_open.IsOpen && !keepsLast)
        {
            _dequeue = DequeueState.Nothing;
        }
        else
        {
            Expect(isPlain && !_open.IsOpen);
        }
    }

    /// <summary>Sets whether the runs that follow may be light.</summary>
    /// <param name="settings">The settings of this run; null when each run must begin in full.</param>
    /// <param name="isPlain">The thread's last activity may be right for a message without a span and without metadata.</param>
    public void Repeat(InstrumentationSettings? settings, bool isPlain)
    {
        _repeated = settings;
        _first = _listening is { ToSpans: false, ToCounts: false } ? DequeueState.Nothing : isPlain ? DequeueState.First : DequeueState.Everything;
    }

    /// <summary>The mailbox was empty.</summary>
    public void OnMailboxEmpty() => _dequeue = DequeueState.FoundEmpty;

    /// <summary>A message begins that is measured, traced or both.</summary>
    public void Open(MessageTypeInfo info, Activity? span, WeightedTimestamp measured, long waited)
    {
        Hold();
        Keep(span);
        _open = new OpenInvoke(info, span is not null, measured, waited);
    }

    /// <summary>A message begins whose times are watched. A message that is already measured stays measured.</summary>
    public void Watch(MessageTypeInfo info)
    {
        if (!_open.IsOpen)
        {
            Hold();
            _open = new OpenInvoke(info, isTraced: false, measured: default);
        }
    }

    /// <summary>The current message has failed.</summary>
    public void Failed(FailedInvoke failure)
    {
        if (_open.IsOpen)
        {
            _open.Failure = failure;
            _open.WillFail = false;
        }
    }

    /// <summary>The asynchronous handler of the current message has thrown. Akka reports it with the next system messages.</summary>
    public void WillFail()
    {
        if (_open.IsOpen)
        {
            _open.WillFail = true;
        }
    }

    /// <summary>The current message gets a retroactive span. Returns its former, non-recording activity.</summary>
    public Activity? Trace(MessageTypeInfo info, Activity span)
    {
        Hold();
        var unrecorded = TakeSpan();
        Keep(span);
        _open = new OpenInvoke(info, isTraced: true, _open.Measured, _open.Waited);
        return unrecorded;
    }

    private static void Resume(MailboxRecorder mailbox, long at)
    {
        if (mailbox.Run is { } run && run.ResumedAt != at)
        {
            run.ResumedAt = at;
        }
    }

    private void Keep(Activity? span)
    {
        if (span is null)
        {
            return;
        }

        var place = ThreadContext.Mine.Keep(span);
        if (!ReferenceEquals(_place, place))
        {
            _place = place;
        }
    }

    // Takes the span of the open invoke out of its place.
    private readonly Activity? TakeSpan()
    {
        var span = Span;
        if (span is not null)
        {
            _place!.Empty();
        }

        return span;
    }

    // A run that opens a message has to close it.
    private void Hold()
    {
        if (_isLight)
        {
            _isLight = false;
            _owner.Hold();
        }
    }
}
