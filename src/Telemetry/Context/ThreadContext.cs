using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Data of one thread for the handlers that it runs: what belongs to the current run, the activity that the thread entered last, its activities of
/// shared traces, and the place for the next span.
/// A run takes an activity out, and puts it back when its handlers have ended. So two handlers that are active at the same time never have the same
/// activity, not even when one runs inside the other on one thread. Only the thread itself accesses it.
/// </summary>
internal sealed class ThreadContext
{
    // Backlogs of different ages alternate. A power of two.
    private const int Places = 16;

    [ThreadStatic]
    private static ThreadContext? t_mine;

    // The activity that was taken last. It stays here while it is in use.
    private NonRecordingActivity? _last;

    // Where the next span is kept. A message that began on this thread may still occupy it.
    private OpenSpan? _openSpan;

    // Other free activities. Each one is linked to those with the same trace.
    private Place[]? _others;

    /// <summary>The calling thread's.</summary>
    public static ThreadContext Mine => t_mine ?? Make();

    /// <summary>The calling thread's, if it has one. Read for every sent message.</summary>
    public static ThreadContext? Known
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => t_mine;
    }

    /// <summary>The last activity that was made current on this thread. It may not be current any more.</summary>
    public NonRecordingActivity? Entered { get; private set; }

    /// <summary>
    /// The activity that the messages of the current run share, because they are not sampled and belong to one trace; null when there is none, and
    /// outside of runs. The run has taken it, and puts it back at its end. A run inside a handler leaves it as it was.
    /// </summary>
    public NonRecordingActivity? Row { get; set; }

    /// <summary>The relay whose actor this thread runs; null for ordinary actors.</summary>
    public Relay? Relay { get; set; }

    /// <summary>What belongs to the current run. Read before another run begins inside its handler, which then gives it back.</summary>
    public Run OfRun
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => new(Row, Relay);
    }

    /// <summary>A run has ended, and the run in whose handler it took place goes on. Returns the ended run's <see cref="Row"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NonRecordingActivity? GoBackTo(Run outer)
    {
        var last = Row;

        // Compared first, because storing a reference costs more than storing null. Mostly there is no outer run, and nothing to give back.
        if (outer.Row is null)
        {
            Row = null;
        }
        else if (!ReferenceEquals(last, outer.Row))
        {
            Row = outer.Row;
        }

        if (!ReferenceEquals(Relay, outer.Relay))
        {
            Relay = outer.Relay;
        }

        return last;
    }

    /// <summary>The activity that was made current last, if this execution context was made for it; else null. Runs for every sent message.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NonRecordingActivity? KnownIn(ExecutionContext? context) =>
        Entered is { } entered && ReferenceEquals(entered.OwnContext, context) ? entered : null;

    /// <summary>Hides the last activity from senders, which then look at everything that is current.</summary>
    public void Forget() => Entered = null;

    public void Enter(NonRecordingActivity activity)
    {
        if (!ReferenceEquals(Entered, activity))
        {
            Entered = activity;
        }
    }

    /// <summary>The activity that the thread used last, if it is free, untouched and of the shared trace with these ids; else null.</summary>
    public NonRecordingActivity? TakeLast(ulong seed, long tick)
    {
        if (_last is { } last && last.Tick == tick && !last.IsInUse && last.Seed == seed && last.IsUntouched)
        {
            last.IsInUse = true;
            return last;
        }

        return null;
    }

    /// <summary>Takes an untouched activity of a shared trace.</summary>
    public NonRecordingActivity Take(NonRecordingContext trace)
    {
        if (TakeLast(trace.Seed, trace.Tick) is { } last)
        {
            return last;
        }

        var taken = TakeOther(trace) ?? NonRecordingActivity.Start(trace);
        taken.IsInUse = true;
        if (_last is { IsInUse: false } free)
        {
            PutAside(free);
        }

        return _last = taken;
    }

    /// <summary>Called when no handler uses the activity any more. One of a trace with an id of its own goes back to its trace.</summary>
    public void PutBack(NonRecordingActivity activity)
    {
        if (!activity.IsShared)
        {
            activity.Trace.PutBack(activity);
            return;
        }

        activity.IsInUse = false;
        if (_last is null)
        {
            _last = activity;
        }
        else if (!ReferenceEquals(activity, _last))
        {
            PutAside(activity);
        }
    }

    /// <summary>The activity leaves this thread: a mailbox keeps it, and may put it back on another one.</summary>
    public void GiveAway(NonRecordingActivity activity)
    {
        if (ReferenceEquals(activity, _last))
        {
            _last = null;
        }
    }

    /// <summary>
    /// Keeps the span of the message that this thread begins to handle. Returns its place: the thread's, or a new one if a message that began before
    /// is still open.
    /// </summary>
    public OpenSpan Keep(Activity span)
    {
        var place = _openSpan is { IsFree: true } free ? free : _openSpan = new OpenSpan();
        place.Keep(span);
        return place;
    }

    /// <summary>
    /// The origin of a message that this thread sends, if nothing flows but the span of the message that it handles; else null
    /// (<see cref="OpenSpan.OriginIn"/>).
    /// </summary>
    /// <param name="context">The context of this thread.</param>
    public SenderContext? OriginIn(ExecutionContext? context) => Relay is null ? _openSpan?.OriginIn(context) : null;

    private NonRecordingActivity? TakeOther(NonRecordingContext trace)
    {
        ref var place = ref PlaceOf(trace);
        if (place.Top is { } found && found.Shares(trace))
        {
            place.Top = found.Below;
            found.Below = null;
            return found.IsUntouched ? found : null;
        }

        return null;
    }

    private void PutAside(NonRecordingActivity activity)
    {
        ref var place = ref PlaceOf(activity.Trace);
        activity.Below = place.Top is { } other && other.Shares(activity.Trace) ? other : null;
        place.Top = activity;
    }

    private ref Place PlaceOf(NonRecordingContext trace) =>
        ref (_others ??= new Place[Places])[(int)(((ulong)trace.Tick ^ trace.Seed) * 0x9E3779B97F4A7C15 >> 60)];

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ThreadContext Make() => t_mine = new ThreadContext();

    /// <summary>What a thread keeps for one run of a mailbox.</summary>
    /// <param name="Row"><see cref="ThreadContext.Row"/>.</param>
    /// <param name="Relay"><see cref="ThreadContext.Relay"/>.</param>
    internal readonly record struct Run(NonRecordingActivity? Row, Relay? Relay);

    private struct Place
    {
        public NonRecordingActivity? Top;
    }
}
