using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The current activity of an unsampled message. It records nothing. Because it is current, libraries below the actor (HTTP, SQL) and the next
/// actors do not start traces of their own. It has the ids of the trace that the message belongs to. It is never stopped.
/// <para>
/// Handlers write to the current activity without checking which one it is. So the code that makes it current for another actor's message checks
/// <see cref="IsUntouched"/> first, and takes another activity if this one was written to.
/// </para>
/// </summary>
internal sealed class NonRecordingActivity : CarrierActivity
{
    private const string Name = "akka.unsampled";

    // What an activity returns if nothing was written to it: always the same objects.
    private static readonly object NoBaggage = new Activity(Name).Baggage;
    private static readonly object NoTags = new Activity(Name).TagObjects;
    private static readonly object NoEvents = new Activity(Name).Events;
    private static readonly object NoLinks = new Activity(Name).Links;

    private DateTime _startedAt;

    private NonRecordingActivity(NonRecordingContext trace)
        : base(Name)
    {
        Trace = trace;
        Tick = trace.Tick;
        Seed = trace.Seed;
        trace.ApplyTo(this);
    }

    public NonRecordingContext Trace { get; }

    /// <summary>For <see cref="ThreadContext"/>: the next free activity of the same trace.</summary>
    public NonRecordingActivity? Below { get; set; }

    /// <summary>For <see cref="ThreadContext"/>: handlers use it, or may have kept it.</summary>
    public bool IsInUse { get; set; }

    /// <summary>See <see cref="NonRecordingContext.Tick"/>. Read for every message.</summary>
    public long Tick { get; }

    /// <summary>See <see cref="NonRecordingContext.Seed"/>.</summary>
    public ulong Seed { get; }

    /// <summary>Whether it belongs to a trace that many messages share. One thread, or one mailbox, then has it for itself.</summary>
    public bool IsShared => Tick != 0;

    /// <summary>Whether nothing was written to it that would affect the same actor's next message. Runs for every message.</summary>
    public bool IsFit
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => IsWithoutBaggage(this) && ActivityTraceFlags == ActivityTraceFlags.None;
    }

    /// <summary>Whether nothing was written to it.</summary>
    public bool IsUntouched =>
        !IsStopped && !IsAllDataRequested && Trace.IsSaidBy(this)
        && IsWithoutBaggage(this)
        && ReferenceEquals(TagObjects, NoTags)
        && ReferenceEquals(Events, NoEvents)
        && ReferenceEquals(Links, NoLinks)
        && ReferenceEquals(DisplayName, Name)
        && Status == ActivityStatusCode.Unset
        && StatusDescription is null
        && StartTimeUtc == _startedAt
        && Duration == TimeSpan.Zero
        && HasNoCustomProperty;

    // The first custom property creates the dictionary behind them. Only an existing dictionary rejects a null name, so this call
    // is the one way to find out whether there are any. A test fails when that changes.
    private bool HasNoCustomProperty
    {
        get
        {
            try
            {
                return GetCustomProperty(null!) is null;
            }
            catch (ArgumentNullException)
            {
                return false;
            }
        }
    }

    /// <summary>Whether it belongs to a shared trace with the ids of this one.</summary>
    public bool Shares(NonRecordingContext trace) => Shares(trace.Seed, trace.Tick);

    /// <summary>Whether it belongs to the shared trace with these ids.</summary>
    public bool Shares(ulong seed, long tick) => Tick == tick && Seed == seed;

    /// <summary>Whether an activity has no baggage, including that of its parents.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsWithoutBaggage(Activity activity) => ReferenceEquals(activity.Baggage, NoBaggage);

    /// <summary>Creates and starts one. Afterwards it may or may not be current on this thread.</summary>
    /// <param name="trace">The trace that it belongs to.</param>
    /// <param name="baggage">The baggage that it gets.</param>
    public static NonRecordingActivity Start(NonRecordingContext trace, CarriedBaggage? baggage = null)
    {
        var activity = new NonRecordingActivity(trace);
        baggage?.ApplyTo(activity);
        activity.Begin();
        activity._startedAt = activity.StartTimeUtc;
        return activity;
    }

    /// <summary>The activity itself if it is a non-recording one, or the one that it was started inside of; null for none.</summary>
    public static NonRecordingActivity? Around(Activity? activity)
    {
        while (activity is not (null or NonRecordingActivity))
        {
            activity = activity.Parent;
        }

        return activity as NonRecordingActivity;
    }
}
