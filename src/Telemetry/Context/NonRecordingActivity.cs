using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The current activity of an unsampled message. It records nothing. Because it is current, libraries below the actor (HTTP, SQL) and the next
/// actors do not start traces of their own. It has the ids of the trace that the message belongs to, and is never current in another trace:
/// whatever a handler, or work that outlives it, writes to it stays in the trace. Of one trace, a handler has it alone. It is never stopped.
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
        trace.ApplyTo(this);
    }

    public NonRecordingContext Trace { get; }

    /// <summary>Whether nothing was written to it. Then another handler of the trace may have it.</summary>
    public bool IsUntouched =>
        IsWithoutBaggage(this)
        && Trace.Matches(this)
        && !IsStopped && !IsAllDataRequested
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

    /// <summary>Whether an activity has no baggage, including that of its parents.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsWithoutBaggage(Activity activity) => ReferenceEquals(activity.Baggage, NoBaggage);

    /// <summary>Creates and starts one. Afterwards it may or may not be current on this thread.</summary>
    /// <param name="trace">The trace that it belongs to; not <see cref="NonRecordingContext.Nameless"/>.</param>
    /// <param name="baggage">The baggage that it gets.</param>
    public static NonRecordingActivity Start(NonRecordingContext trace, CarriedBaggage? baggage = null)
    {
        var activity = new NonRecordingActivity(trace);
        baggage?.ApplyTo(activity);
        activity.Begin();
        activity._startedAt = activity.StartTimeUtc;
        return activity;
    }

    /// <summary>The handler that has taken it has ended. With baggage it is of no use to another one.</summary>
    public void PutBack()
    {
        if (IsWithoutBaggage(this))
        {
            Trace.PutBack(this);
        }
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

/// <summary>
/// An activity that carries a trace and records nothing. It is never stopped. It is made once, and then made current for many messages by its own
/// execution context.
/// </summary>
internal abstract class CarrierActivity : Activity
{
    protected CarrierActivity(string name)
        : base(name)
    {
        IsAllDataRequested = false;
        SetIdFormat(ActivityIdFormat.W3C);
    }

    /// <summary>
    /// An execution context in which only this activity is current. Restoring it allocates nothing, while assigning
    /// <see cref="Activity.Current"/> does. Null when the flow of the context is suppressed.
    /// </summary>
    public ExecutionContext? OwnContext { get; private set; }

    /// <summary>Starts it. Afterwards it may or may not be current on this thread.</summary>
    protected void Begin() => HandlerContext.RunInEmpty(static activity => ((CarrierActivity)activity!).BeginCore(), this);

    private void BeginCore()
    {
        // If a listener to activities without a source throws, it has started and is current.
        TelemetryFault.Guard(TelemetryFault.Listener, this, static activity => activity.Start());
        OwnContext = ExecutionContext.Capture();
    }
}
