using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Leaves the records of one mailbox: of each unsampled message that was sent in a trace or has sent something. It stands for the actor in the
/// records, and so holds only its path, not the actor.
/// </summary>
/// <param name="keeper">Keeps traces of its actor system.</param>
/// <param name="path">The actor's path.</param>
internal sealed class RecordingHandler(TraceKeeper keeper, ActorPath path) : KeptHandler
{
    // For span ids: a sequence (splitmix64) that begins anywhere.
    private ulong _ids = (ulong)Random.Shared.NextInt64() << 1;

    // Where the message was sent, or what its trace is if it was sent in a foreign one.
    private RecordOrigin? _from;
    private RecordOrigin? _origin;
    private KeptTrace? _trace;
    private ulong _parent;

    private KeptKind? _kind;
    private ActorPath? _sender;
    private ulong _spanId;
    private long _begunAt;
    private long _waited;

    // Its span is made elsewhere, or its trace passes through.
    private bool _hasNoRecord;
    private bool _hasFailed;

    public TraceKeeper Keeper => keeper;

    public SpanTemplate Spans => keeper.System.Spans;

    public ActorPath Path => path;

    public override KeptOrigin Origin => Sending;

    protected override ActivityNeed? Need => _kind?.Need;

    private RecordOrigin Sending => _origin ?? MakeOrigin();

    public override void Next(MessageCell cell, MessageOrigin? origin, IActorRef? sender, long now, int run)
    {
        if (Run != 0)
        {
            Close(now);
        }

        Clear();
        _begunAt = now;
        _waited = -1;
        NoteKind(cell.Info, cell.Verdict);
        NoteSender(sender);
        _from = origin as RecordOrigin;
        Volatile.Write(ref Run, run);
    }

    public override void Begin(
        MailboxRecorder mailbox, MessageTypeInfo info, Verdict verdict, in StampedEnvelope message, long now, long waited)
    {
        Clear();
        var (activity, filter) = (mailbox.Scope.Span, mailbox.Instrumentation.Settings.Filter);
        var passesThrough = verdict.Trace == AkkaTraceMode.Never
            || (filter is not null && !filter.Allows(new(message, mailbox, now), alreadyInTrace: true));
        (_begunAt, _waited, _hasNoRecord) = (now, waited, passesThrough);
        NoteKind(info, verdict);
        if (mailbox.ShownName(verdict, message.Message) is { } shownName)
        {
            _kind = new KeptKind(info, verdict, shownName);
        }

        NoteSender(message.Sender);
        var origin = message.Origin?.Trace;
        if (origin is RecordOrigin from)
        {
            _from = from;
            _origin = passesThrough ? from : null;
        }
        else if (origin is { IsRecorded: false, NonRecording: { HasId: true } context })
        {
            (_trace, _parent) = (KeptTrace.Of(context, now), SpanIds.NumberOf(context.MessageId));
            _trace.HasMetNodes |= _sender is { Address.HasGlobalScope: true };
            _origin = passesThrough ? new RecordOrigin(_trace, _parent, depth: -1) : null;
        }

        if (activity is not null)
        {
            _spanId = SpanIds.NumberOf(activity.SpanId);
            _trace ??= _from is null ? KeptTrace.Of(NonRecordingContext.Of(activity), now) : null;
            if (activity is NonRecordingActivity own)
            {
                own.Kept = Sending;
            }
        }

        Volatile.Write(ref Run, mailbox.RunNumber);
    }

    public override long End(long now)
    {
        now = now == 0 ? Stopwatch.GetTimestamp() : now;
        Close(now);
        return now;
    }

    public override void TakeOver(int run, bool isAwaiting)
    {
        if (Interlocked.Exchange(ref Run, isAwaiting ? run : 0) != 0 && !isAwaiting)
        {
            Close(Stopwatch.GetTimestamp());
        }
    }

    // All is read before the message is released: the next run may write then.
    public override void Leave(int run)
    {
        var now = Stopwatch.GetTimestamp();
        var trace = _from?.Of ?? _trace ?? _origin?.Of;
        var record = ToRecord(now);
        var (origin, hasNoRecord) = (_origin, _hasNoRecord);
        if (Interlocked.CompareExchange(ref Run, 0, run) != run)
        {
            return;
        }

        if (trace is not null && !hasNoRecord)
        {
            Add(trace, record with { SpanId = record.SpanId != 0 ? record.SpanId : Draw() });
        }

        if (origin is not null && !hasNoRecord)
        {
            origin.HasEnded = true;
        }
    }

    public override void HasFailed() => _hasFailed |= Run != 0;

    public override RetroactivePlace? PlaceOfFailed() => Run != 0 && keeper.KeepsFailed ? Place(this) : null;

    // A run that has been overtaken may get a place that is not its message's. Its span is not made either.
    public override RetroactivePlace? PlaceOfSlow(int leavingRun)
    {
        if (!keeper.KeepsSlow || Run == 0 || (leavingRun != 0 && leavingRun != Run))
        {
            return null;
        }

        HasSpan();
        return Place(handler: null);
    }

    /// <summary>The open message has a span of its own.</summary>
    public void HasSpan() => _hasNoRecord = true;

    private KeptPlace Place(RecordingHandler? handler) =>
        new(keeper, handler, Sending, _from?.SpanId ?? _parent, _from);

    private RecordOrigin MakeOrigin()
    {
        _spanId = _spanId == 0 ? Draw() : _spanId;
        return _from is null
            ? _origin = new RecordOrigin(_trace ?? new KeptTrace(_begunAt), _spanId, 0)
            : _origin = new RecordOrigin(_from.Of, _spanId, _from.Depth + 1);
    }

    private static void Add(KeptTrace trace, in KeptRecord record)
    {
        if (KeptRing.Place(record.EndedAt) is { } block)
        {
            block.Next = record;
            block.Publish(trace.Key, record.EndedAt);
        }
    }

    // Nothing needs a record of a message that was sent in no trace, and whose handler has sent nothing.
    private void Close(long now)
    {
        Run = 0;
        var origin = _origin;
        if ((_from?.Of ?? origin?.Of ?? _trace) is { } trace)
        {
            if (!_hasNoRecord)
            {
                if (_spanId == 0)
                {
                    _spanId = Draw();
                }

                AddCurrent(trace, now);
            }

            if (origin is not null && !_hasNoRecord)
            {
                origin.HasEnded = true;
            }
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void AddCurrent(KeptTrace trace, long now)
    {
        if (KeptRing.Place(now) is not { } block)
        {
            return;
        }

        ref var record = ref block.Next;
        record.Receiver = this;
        record.Kind = _kind!;
        record.Sender = _sender;
        record.SpanId = _spanId;
        record.Parent = _from?.SpanId ?? _parent;
        record.BegunAt = _begunAt;
        record.EndedAt = now;
        record.Waited = _waited;
        record.Depth = _from is null ? 0 : _from.Depth + 1;
        record.HasFailed = _hasFailed;
        block.Publish(trace.Key, now);
    }

    private KeptRecord ToRecord(long now) => new()
    {
        Receiver = this,
        Kind = _kind!,
        Sender = _sender,
        SpanId = _spanId,
        Parent = _from?.SpanId ?? _parent,
        BegunAt = _begunAt,
        EndedAt = now,
        Waited = _waited,
        Depth = _from is null ? 0 : _from.Depth + 1,
        HasFailed = _hasFailed,
    };

    // A run that has left its last message may not write any more, so each message begins with this.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Clear()
    {
        (_from, _trace, _origin) = (null, null, null);
        (_parent, _spanId, _hasNoRecord, _hasFailed) = (0, 0, false, false);
    }

    // The messages of a type share what records say of it. Where rules differ by path, the last one's stays.
    private void NoteKind(MessageTypeInfo info, Verdict verdict)
    {
        if (info.Kept is not KeptKind kind || !ReferenceEquals(kind.Verdict, verdict))
        {
            info.ActivityNeed.KeptBy = keeper.IsOn;
            info.Kept = kind = new KeptKind(info, verdict);
        }

        if (!ReferenceEquals(_kind, kind))
        {
            _kind = kind;
        }
    }

    // An actor's reference has its path ready.
    private void NoteSender(IActorRef? sender)
    {
        var path = sender is ActorRefWithCell known ? known.Path : ActorTypeNames.PathOrNone(sender);
        if (!ReferenceEquals(path, _sender))
        {
            _sender = path;
        }
    }

    private ulong Draw()
    {
        var mixed = _ids += 0x9E3779B97F4A7C15;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return (mixed ^ (mixed >> 31)) | 1;
    }
}
