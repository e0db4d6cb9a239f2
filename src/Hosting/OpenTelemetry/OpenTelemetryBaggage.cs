using OpenTelemetry;
using OpenTelemetry.Context;

namespace AkkaInstrumentation;

/// <summary>Lets OpenTelemetry's <see cref="Baggage.Current"/> flow with messages.</summary>
internal static class OpenTelemetryBaggage
{
    /// <summary>
    /// The name under which OpenTelemetry.Api (1.20, Baggage.cs) keeps it. What flows is an object that is written to in place, so
    /// assigning <see cref="Baggage.Current"/> would change it for the sender too, wherever its context has come along.
    /// Emptying the place first gives the handler an object of its own. A test fails when the name changes.
    /// </summary>
    internal const string Slot = "otel.baggage";

    /// <summary>An OpenTelemetry that keeps it elsewhere is reported once, and its baggage does not flow.</summary>
    public static void Connect()
    {
        try
        {
            // the first question makes the place
            _ = Baggage.Current;
            _ = RuntimeContext.GetValue(Slot);
            AmbientBaggage.Connect(Read, Replace);
        }
        catch (ArgumentException e)
        {
            TelemetryFault.Report(TelemetryFault.Baggage, e);
        }
    }

    private static object? Read() => Baggage.Current is { Count: > 0 } baggage ? baggage : null;

    // An empty one is taken away too: it may be the sender's, and what the handler writes is not.
    private static void Replace(object? value)
    {
        if (RuntimeContext.GetValue(Slot) is not null)
        {
            RuntimeContext.SetValue(Slot, null);
        }

        if (value is Baggage baggage)
        {
            Baggage.Current = baggage;
        }
    }
}
