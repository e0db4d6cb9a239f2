using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Actor.Scheduler;

namespace AkkaInstrumentation;

/// <summary>
/// What is noted when a message is sent: whose span it belongs to, and the time if this message is one of those that
/// are timed. A message inside a recorded trace always is; of the others a share, drawn by the sender because only then
/// a burst cannot decide which.
/// </summary>
internal static class SenderStamp
{
    /// <param name="envelope">The message with its sender.</param>
    /// <param name="timing">The rate of the receiving actor type; null before the actor has started.</param>
    /// <param name="roots">Settings of tracing when somebody listens to spans, else null.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static StampedEnvelope Of(Envelope envelope, TimingRate? timing, RootSampling? roots)
    {
        var trace = roots is null ? null : ParentOf(envelope);
        var measured = timing?.Threshold ?? Coin.Always;
        var noted = roots is null ? null : CarriedBaggage.With(trace, envelope.Message);
        return Times(trace, timing, measured, roots)
            ? new StampedEnvelope(envelope, Stopwatch.GetTimestamp(), noted, measured)
            : new StampedEnvelope(envelope, 0, noted);
    }

    /// <summary>The share of messages that are timed, of which some may be traced and some measured.</summary>
    public static ulong Share(ulong measured, RootSampling? roots) => roots is null ? measured : Math.Max(measured, roots.Timed);

    private static bool Times(Activity? parent, TimingRate? timing, ulong measured, RootSampling? roots)
    {
        if (timing is null)
        {
            return true;
        }

        var share = parent switch
        {
            null => Share(measured, roots),
            { Recorded: true } => Coin.Always,
            _ => measured,
        };
        var thrown = share == measured && measured == Coin.Always ? 0 : Coin.Throw();
        if (thrown >= share)
        {
            return false;
        }

        if (thrown < measured)
        {
            timing.Chosen();
        }

        return true;
    }

    // The scheduler's thread runs in the execution context of whoever used it first: what is current there is nobody's.
    private static Activity? ParentOf(Envelope envelope) =>
        (Activity.Current ?? PassingTrace.Current) is { } current && envelope.Message is not IScheduledTellMsg ? current : null;
}
