using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The baggage that was current where a message was sent, as it was then: the activity's and OpenTelemetry's. It goes around
/// what <see cref="Note.Trace"/> holds otherwise, and is made only where there is baggage.
/// </summary>
internal sealed class CarriedBaggage
{
    // latest first, as an activity lists it
    private readonly KeyValuePair<string, string?>[] _items;
    private readonly object? _ambient;

    private CarriedBaggage(object? trace, KeyValuePair<string, string?>[] items, object? ambient)
    {
        Trace = trace;
        _items = items;
        _ambient = ambient;
    }

    /// <summary>What the message was sent in, if anything: a <see cref="SentTrace"/> or an <see cref="UnsampledTrace"/>.</summary>
    public object? Trace { get; }

    /// <summary>Whether the activity had some.</summary>
    public bool IsOfActivity => _items.Length > 0;

    /// <summary>What of a note's trace field is the trace.</summary>
    public static object? TraceOf(object? noted) => noted is CarriedBaggage carried ? carried.Trace : noted;

    /// <summary>What of a note's trace field is baggage.</summary>
    public static CarriedBaggage? Of(object? noted) => noted switch
    {
        CarriedBaggage carried => carried,
        StashStory story => story.Baggage,
        _ => null,
    };

    /// <summary>What a sender notes: the current activity, with its baggage if there is any. Sender's thread.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static object? With(Activity current) =>
        NonRecordingActivity.IsWithoutBaggage(current) && !AmbientBaggage.MayBeHere ? SentTrace.Of(current) : WithCore(current, passing: null);

    /// <summary>The same where no activity is current, or that of a trace that passes through.</summary>
    /// <param name="passing">What passes through, null for nothing.</param>
    public static object? WithPassing(PassThrough? passing) =>
        passing?.Baggage is null && !AmbientBaggage.MayBeHere ? passing?.Trace : WithCore(current: null, passing);

    /// <summary>
    /// Gives the handler the OpenTelemetry baggage that the message was sent with, none if it had none and somebody has
    /// left some. Running thread, before the message's activity is started, so that processors of the SDK see it.
    /// </summary>
    public static void Arrive(object? noted)
    {
        if (noted is CarriedBaggage or StashStory || AmbientBaggage.MayBeHere)
        {
            AmbientBaggage.Replace(Of(noted)?._ambient);
        }
    }

    /// <summary>From the oldest to the latest, so that the same item wins; one of each key, so that a long chain does not grow.</summary>
    public void ApplyTo(Activity activity)
    {
        for (var i = _items.Length - 1; i >= 0; i--)
        {
            activity.SetBaggage(_items[i].Key, _items[i].Value);
        }
    }

    // Never throws: it would throw into the sender.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object? WithCore(Activity? current, PassThrough? passing)
    {
        var noted = current is null ? passing?.Trace : SentTrace.Of(current);
        try
        {
            var items = current is null ? passing?.Baggage?._items ?? [] : [.. current.Baggage];
            var ambient = AmbientBaggage.Current;
            if (items.Length == 0 && ambient is null)
            {
                return noted;
            }

            return new CarriedBaggage(noted, items, ambient);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Baggage, e);
            return noted;
        }
    }
}
