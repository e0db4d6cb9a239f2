using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Whether handlers of one message type at one actor type need a current activity while they handle an unsampled message that begins no trace. An
/// activity costs more than most messages, so they have none until one of them starts an activity or logs. From then on each message has one,
/// for as long as such handlers are seen again and again. The rate of messages changes nothing. Any thread.
/// <para>It only looks, and changes no activity. The first activity of such a handler begins a trace of its own; its sampler decides.</para>
/// </summary>
internal sealed class ActivityNeed
{
    // In ticks. While a message has an activity nothing shows whether it is used. After this time the next message has none, and shows it.
    private static readonly long Shortest = 10 * Stopwatch.Frequency;
    private static readonly long Longest = 60 * Shortest;

    private long _neededUntil;
    private long _lasting = Shortest;

    static ActivityNeed() => Activity.CurrentChanged += OnChanged;

    public ActivityNeed() => WithoutActivity = PassThroughContext.Unsampled(NonRecordingContext.WithoutId, this);

    /// <summary>What flows through a handler that has no activity: for all messages of the type and all threads the same object.</summary>
    public PassThroughContext WithoutActivity { get; }

    /// <summary>Whether the next message has an activity. Read for every unsampled message.</summary>
    /// <param name="ids">The setting.</param>
    /// <param name="now">The coarse time.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsThere(AkkaUnsampledTraceIds ids, long now) => now < Volatile.Read(ref _neededUntil) || ids == AkkaUnsampledTraceIds.Always;

    /// <summary>The code that runs here needs the current activity. If a handler without one has led to it, its type gets them.</summary>
    public static void NoteHere()
    {
        if (PassThroughContext.Current is { Need: { } need } && Activity.Current is null)
        {
            need.Note(Stopwatch.GetTimestamp());
        }
    }

    /// <summary>
    /// A handler has needed an activity and had none. A type that does so again soon after its time was over has them for twice as long.
    /// Two threads may both write: either is right.
    /// </summary>
    internal void Note(long now)
    {
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
        if (PassThroughContext.Current is not { } passing || !ReferenceEquals(change.Previous, passing.Span))
        {
            return;
        }

        if (change.Current is null)
        {
            // Somebody has assigned null, also where nothing was current: what follows is to be in no trace.
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
