using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Whether handlers of one message type at one actor type need a current activity while they handle an unsampled message that begins no trace. An
/// activity costs more than most messages, so they have none until one of them starts an activity or logs. From then on each message has one,
/// for as long as such handlers are seen again and again. The rate of messages changes nothing. Any thread.
/// <para>This class only observes and changes no activity. The first activity of such a handler begins a trace of its own; its sampler
/// decides.</para>
/// </summary>
internal sealed class ActivityNeed
{
    // In ticks. While messages have an activity, nothing shows whether they need it. After this time the next message has none, which shows it.
    private static readonly long Shortest = 10 * Stopwatch.Frequency;
    private static readonly long Longest = 60 * Shortest;

    private long _neededUntil;
    private int _missed;
    private long _lasting = Shortest;

    static ActivityNeed() => Activity.CurrentChanged += OnChanged;

    public ActivityNeed() => WithoutActivity = PassThroughContext.Unsampled(NonRecordingContext.WithoutId, this);

    /// <summary>The context that flows through a handler without an activity. It is the same object for all messages of the type and all
    /// threads.</summary>
    public PassThroughContext WithoutActivity { get; }

    /// <summary>Whether the next message has an activity. Read for every unsampled message.</summary>
    /// <param name="ids">The setting.</param>
    /// <param name="now">The coarse time.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsThere(AkkaUnsampledTraceIds ids, long now) => now < Volatile.Read(ref _neededUntil) || ids == AkkaUnsampledTraceIds.Always;

    /// <summary>Holds whether messages of the type leave records; null if none has. The thread that handles one writes it.</summary>
    public StrongBox<bool>? KeptBy { get; set; }

    /// <summary>Whether messages of the type leave records at the moment.</summary>
    public bool IsKept => UnsampledMessage.IsUsed && KeptBy is { Value: true };

    /// <summary>How often a handler needed an activity and had none.</summary>
    public int Missed => Volatile.Read(ref _missed);

    /// <summary>The code that runs here needs the current activity. If a handler without an activity has led to this code, the next messages of its
    /// type get one.</summary>
    public static void NoteHere()
    {
        if (Activity.Current is NonRecordingActivity own)
        {
            own.IsUsed = true;
        }
        else if (PassThroughContext.Current is { Need: { } need } && Activity.Current is null)
        {
            need.Note(Stopwatch.GetTimestamp());
        }
    }

    /// <summary>
    /// A handler needed an activity and had none. If the same type needs one again soon after its time was over, its messages have activities for
    /// twice as long. Two threads may both write; either value is right.
    /// </summary>
    internal void Note(long now)
    {
        Interlocked.Increment(ref _missed);
        var until = Volatile.Read(ref _neededUntil);
        if (until > now)
        {
            return;
        }

        _lasting = until != 0 && now - until < _lasting ? Math.Min(2 * _lasting, Longest) : Shortest;
        Volatile.Write(ref _neededUntil, now + _lasting);
    }

    // Called on its thread for each start and end of an activity and for each assignment. An activity that names its parent has a trace.
    private static void OnChanged(object? sender, ActivityChangedEventArgs change)
    {
        if (change is { Previous: NonRecordingActivity own, Current.Parent: { } parent } && ReferenceEquals(parent, own))
        {
            own.IsUsed = true;
            return;
        }

        if (PassThroughContext.Current is not { } passing || !ReferenceEquals(change.Previous, passing.Span))
        {
            return;
        }

        if (change.Current is null)
        {
            // Code has assigned null, possibly while nothing was current. The messages that follow are to be in no trace.
            PassThroughContext.Assign(null);
        }
        else if (change is { Previous: null, Current: { Parent: null, HasRemoteParent: false } started }
            && started.ParentSpanId == default
            && !ReferenceEquals(started.Source, AkkaTelemetry.Source))
        {
            passing.Need?.Note(Stopwatch.GetTimestamp());
        }
    }
}

/// <summary>
/// A mailbox's own record of whether its handlers use the activity that their type needs. Often one actor of a type makes outgoing calls for a
/// message while many others only pass it on. The record is kept for one message type: the first type of which many messages in a row have not used
/// their activity. Running thread. A run that another one has overtaken may write too; at worst a message then has an activity that it does not need.
/// </summary>
internal struct ActivityUse
{
    /// <summary>After this number of handlers in a row that use no activity, the next ones get none.</summary>
    public const int Enough = 1_000;

    private ActivityNeed? _need;
    private int _unused;
    private int _missed;

    /// <summary>Whether the next handler runs without an activity. A handler that then needs one ends this.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool DoesWithout(ActivityNeed need)
    {
        if (_unused < Enough || !ReferenceEquals(need, _need))
        {
            return false;
        }

        if (_missed != need.Missed)
        {
            _unused = 0;
        }

        return _unused != 0;
    }

    /// <summary>A handler that had an activity has ended.</summary>
    public void Note(ActivityNeed need, bool isUsed)
    {
        if (ReferenceEquals(need, _need))
        {
            _unused = isUsed ? 0 : Math.Min(_unused + 1, Enough);
        }
        else if (!isUsed && _unused < Enough)
        {
            (_need, _unused) = (need, 1);
        }

        if (_unused == Enough)
        {
            _missed = need.Missed;
        }
    }
}
