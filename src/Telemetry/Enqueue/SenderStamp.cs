using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Actor.Scheduler;

namespace AkkaInstrumentation;

/// <summary>
/// What is noted when a message is sent: whose span it belongs to, and the time if this message is one of those that
/// are timed. A message inside a recorded trace always is; of the others a share, drawn by the sender because only then
/// a burst cannot decide which.
/// </summary>
internal static class SenderStamp
{
    /// <param name="message">The message.</param>
    /// <param name="timing">The rate of the receiving actor type; null before the actor has started.</param>
    /// <param name="roots">Settings of tracing when somebody listens to spans, else null.</param>
    /// <returns>The message, or the note that stands in its place.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static object Of(object message, TimingRate? timing, RootSampling? roots)
    {
        if (roots is null)
        {
            return Held(message, timing, roots, noted: null, parent: null);
        }

        // Nearly every sender is in one of two contexts: one look at which it is tells whose trace it is and that there is no baggage.
        return Unsampled.Knows(ExecutionContext.Capture(), out var current) && (current is null ? !PassingTrace.IsUsed : message is not IScheduledTellMsg)
            ? Held(message, timing, roots, current, current)
            : OfOther(message, timing, roots);
    }

    // Sent by a scheduler, inside a recorded trace, or from where the current activity is not the whole truth.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object OfOther(object message, TimingRate? timing, RootSampling roots)
    {
        // The scheduler's thread runs in the execution context of whoever used it first: what is current there is nobody's.
        if (message is IScheduledTellMsg || PassingTrace.Scheduled is not null)
        {
            return Held(message, timing, roots, PassingTrace.Scheduled, parent: null);
        }

        var parent = Activity.Current ?? PassingTrace.Current;
        return Held(message, timing, roots, CarriedBaggage.With(parent), parent);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static object Held(object message, TimingRate? timing, RootSampling? roots, object? noted, Activity? parent)
    {
        var measured = timing?.Threshold ?? Coin.Always;
        return Times(parent, timing, measured, roots)
            ? NotePool.Take(message, Stopwatch.GetTimestamp(), noted, measured)
            : NotePool.Around(message, enqueuedAt: 0, noted);
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
            _ => roots!.TimedInUnsampled(measured),
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
}
