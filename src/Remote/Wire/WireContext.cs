using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>The context of a message as it travels: what <see cref="MessageOrigin"/> means without the objects of one process.</summary>
/// <param name="Trace">Ids, flags and state; default for no trace. A trace that is not recorded may have no span id.</param>
/// <param name="IsScheduled">A scheduler sent the message.</param>
/// <param name="Baggage">The activity's baggage, latest first.</param>
/// <param name="Ambient">OpenTelemetry's baggage.</param>
internal readonly record struct WireContext(
    ActivityContext Trace,
    bool IsScheduled,
    IReadOnlyList<KeyValuePair<string, string?>> Baggage,
    IReadOnlyList<KeyValuePair<string, string?>> Ambient)
{
    /// <summary>Whether there is nothing that another node could use.</summary>
    public bool IsNothing => Trace == default && Baggage.Count == 0 && Ambient.Count == 0;

    public static WireContext Of(MessageOrigin origin)
    {
        var trace = origin.IsRecorded || origin.NonRecording is not { } unsampled ? origin.Context
            : unsampled.Begun?.Span ?? new ActivityContext(unsampled.TraceId, spanId: default, ActivityTraceFlags.None);
        var baggage = origin.Baggage;

        // One that nobody has decided about is drawn where it arrives, as a scheduled one is.
        var isDrawn = origin.IsScheduled || (origin.IsUndecidedRoot && trace != default);
        return new(trace, isDrawn, baggage?.Items ?? [], baggage is null ? [] : [.. baggage.AmbientItems]);
    }

    /// <summary>The origin that the message has on this node; null for none.</summary>
    public MessageOrigin? ToOrigin()
    {
        MessageOrigin? origin = Trace == default ? null
            : (Trace.TraceFlags & ActivityTraceFlags.Recorded) != 0
                ? (IsScheduled ? ScheduledContext.Arrived(Trace, unsampled: null) : SenderContext.Of(Trace))
            : IsScheduled ? ScheduledContext.Arrived(default, NonRecordingContext.Arrived(Trace))
            : NonRecordingContext.Arrived(Trace);
        return Baggage.Count + Ambient.Count == 0 ? origin : CarriedBaggage.Arrived(origin, [.. Baggage], Ambient);
    }
}
