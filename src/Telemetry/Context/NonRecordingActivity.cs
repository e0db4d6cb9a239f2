using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The current activity of a message that is not sampled. It records nothing, so libraries below the actor (HTTP, SQL) and the next
/// actors do not start traces of their own, and it has the ids of the trace that the message belongs to. It is never stopped.
/// <para>
/// Handlers write to what is current without asking what it is. So before it is current for another actor's message, whoever makes it current asks
/// <see cref="IsUntouched"/>, and takes another one if it is not.
/// </para>
/// </summary>
internal sealed class NonRecordingActivity : Activity
{
    private const string Name = "akka.unsampled";

    // What an activity answers that nobody has written to: always the same objects.
    private static readonly object NoBaggage = new Activity(Name).Baggage;
    private static readonly object NoTags = new Activity(Name).TagObjects;
    private static readonly object NoEvents = new Activity(Name).Events;
    private static readonly object NoLinks = new Activity(Name).Links;

    private DateTime _startedAt;

    private NonRecordingActivity(UnsampledTrace trace)
        : base(Name)
    {
        Trace = trace;
        Tick = trace.Tick;
        IsAllDataRequested = false;
        SetIdFormat(ActivityIdFormat.W3C);
        trace.ApplyTo(this);
    }

    public UnsampledTrace Trace { get; }

    /// <summary>For <see cref="SharedActivities"/>.</summary>
    public NonRecordingActivity? Below { get; set; }

    /// <summary>See <see cref="UnsampledTrace.Tick"/>. Asked for each message.</summary>
    public long Tick { get; }

    /// <summary>Whether it belongs to a trace that many messages share: then one thread, or one mailbox, has it to itself.</summary>
    public bool IsShared => Tick != 0;

    /// <summary>
    /// An execution context in which it is current and nothing else flows: to restore it allocates nothing, while assigning
    /// <see cref="Activity.Current"/> does.
    /// </summary>
    public ExecutionContext? OwnContext { get; private set; }

    /// <summary>Whether nobody has written to it what the next message of the same actor would be changed by. Asked for each message.</summary>
    public bool IsFit
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => IsWithoutBaggage(this) && ActivityTraceFlags == ActivityTraceFlags.None;
    }

    /// <summary>Whether nobody has written anything to it.</summary>
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

    // The dictionary behind them is made by the first, and only a dictionary minds that there is no name: the one question
    // that tells whether there are any. A test fails when that changes.
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
    public bool Shares(UnsampledTrace trace) => Tick == trace.Tick && Trace.Seed == trace.Seed;

    /// <summary>Whether an activity has no baggage, its parents' included.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsWithoutBaggage(Activity activity) => ReferenceEquals(activity.Baggage, NoBaggage);

    /// <summary>A new one, started. It may be current on this thread afterwards, or not.</summary>
    /// <param name="trace">The trace that it belongs to.</param>
    /// <param name="baggage">What it is to have for baggage.</param>
    public static NonRecordingActivity Start(UnsampledTrace trace, CarriedBaggage? baggage = null)
    {
        var activity = new NonRecordingActivity(trace);
        baggage?.ApplyTo(activity);
        HandlerContext.RunInEmpty(static activity => ((NonRecordingActivity)activity!).Begin(), activity);
        return activity;
    }

    /// <summary>The one that an activity is, or was started inside of; null for none.</summary>
    public static NonRecordingActivity? Around(Activity? activity)
    {
        while (activity is not (null or NonRecordingActivity))
        {
            activity = activity.Parent;
        }

        return activity as NonRecordingActivity;
    }

    private void Begin()
    {
        try
        {
            Start();
        }
        catch (Exception e)
        {
            // It has started and is current: it is a listener to activities without a source who threw.
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }

        _startedAt = StartTimeUtc;
        OwnContext = ExecutionContext.Capture();
    }
}
