using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The current activity of an unsampled message, which records nothing. It has the ids of the message's trace: log lines show them, outgoing
/// requests carry them, and libraries below the actor start no traces of their own. Each belongs to one handler, and is started before it and
/// stopped after it, as any activity is.
/// </summary>
internal sealed class NonRecordingActivity : CarrierActivity
{
    private const string Name = "akka.unsampled";

    // The empty baggage of an activity is always the same object.
    private static readonly object NoBaggage = new Activity(Name).Baggage;

    private NonRecordingContext? _trace;

    private NonRecordingActivity(NonRecordingContext trace)
        : base(Name)
    {
        if (trace.HasId)
        {
            _trace = trace;
            trace.ApplyTo(this);
        }
    }

    /// <summary>The trace, as the messages that are sent in it carry it. Any thread: two that ask first may get one each.</summary>
    public NonRecordingContext Trace => _trace ??= NonRecordingContext.Root(TraceId);

    /// <summary>Whether an activity has no baggage, including that of its parents.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsWithoutBaggage(Activity activity) => ReferenceEquals(activity.Baggage, NoBaggage);

    /// <summary>Starts one and makes it current on this thread. Whoever calls this stops it.</summary>
    /// <param name="trace">The trace that it belongs to; <see cref="NonRecordingContext.WithoutId"/> for a new root.</param>
    /// <param name="baggage">The baggage that it gets.</param>
    public static NonRecordingActivity Start(NonRecordingContext trace, CarriedBaggage? baggage = null)
    {
        var activity = new NonRecordingActivity(trace);
        if (baggage is { IsOfActivity: true })
        {
            baggage.ApplyTo(activity);
        }

        activity.Begin();
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

/// <summary>An activity that carries a trace and records nothing.</summary>
internal abstract class CarrierActivity : Activity
{
    protected CarrierActivity(string name)
        : base(name)
    {
        IsAllDataRequested = false;
        SetIdFormat(ActivityIdFormat.W3C);
    }

    /// <summary>Starts it outside of all activities, and makes it current. Never throws.</summary>
    protected void Begin()
    {
        HandlerContext.Leave();

        // If a listener to activities without a source throws, it has started and is current.
        TelemetryFault.Guard(TelemetryFault.Listener, this, static activity => activity.Start());
    }

    /// <summary>Stops it. Never throws: if a listener does, it has stopped, and is taken from the thread here.</summary>
    public void End() => TelemetryFault.Guard(TelemetryFault.Listener, this, static activity =>
    {
        try
        {
            activity.Stop();
        }
        finally
        {
            HandlerContext.Leave();
        }
    });
}
