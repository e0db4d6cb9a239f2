using System.Diagnostics;

namespace AkkaInstrumentation;

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
        try
        {
            Start();
        }
        catch (Exception e)
        {
            // It has started and is current. A listener to activities without a source threw.
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }

        OwnContext = ExecutionContext.Capture();
    }
}
