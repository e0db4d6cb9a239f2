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
    /// <param name="message">The message.</param>
    /// <param name="sender">Its sender.</param>
    /// <param name="timing">The rate of the receiving actor type; null before the actor has started: then every message is timed.</param>
    /// <param name="roots">Settings of tracing when somebody listens to spans, else null.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static StampedEnvelope Of(object message, IActorRef sender, TimingRate? timing, RootSampling? roots)
    {
        var measured = timing?.Threshold ?? Coin.Always;
        var share = measured;
        var isUnsampled = false;
        if (roots is not null)
        {
            // Nearly every sender is in one of two contexts: one look at which it is tells whose trace it is and that there is no baggage.
            if (!Unsampled.Knows(ExecutionContext.Capture(), out isUnsampled) || (isUnsampled ? message is IScheduledTellMsg : PassingTrace.IsUsed))
            {
                return new StampedEnvelope(OfOther(message, timing, roots), sender);
            }

            share = Math.Max(measured, isUnsampled ? roots.TimedInUnsampled : roots.Timed);
        }

        var thrown = Coin.Throw();
        if (thrown >= share)
        {
            return new StampedEnvelope(message, sender, isUnsampled ? Mark.Unsampled : default);
        }

        return !isUnsampled && share == Coin.Always && IsOfAll(timing, roots)
            ? new StampedEnvelope(message, sender, new Mark(StampOf(thrown, timing, measured)))
            : new StampedEnvelope(Timed(message, thrown, timing, measured, isUnsampled ? Unsampled.Activity : null), sender);
    }

    /// <summary>The share of messages that are timed, of which some may be traced and some measured.</summary>
    public static ulong Share(ulong measured, RootSampling? roots) => roots is null ? measured : Math.Max(measured, roots.Timed);

    // Sent by a scheduler, inside a recorded trace, or from where the current activity is not the whole truth.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object OfOther(object message, TimingRate? timing, RootSampling roots)
    {
        // The scheduler's thread runs in the execution context of whoever used it first: what is current there is nobody's.
        if (message is IScheduledTellMsg || (PassingTrace.IsUsed && PassingTrace.Scheduled is not null))
        {
            return Held(message, timing, roots, PassingTrace.Scheduled, recorded: null);
        }

        if (Activity.Current is { } current)
        {
            return Held(message, timing, roots, CarriedBaggage.With(current), current.Recorded);
        }

        var passing = PassingTrace.Current;
        return Held(message, timing, roots, CarriedBaggage.WithPassing(passing), passing is null ? null : SentTrace.IsRecorded(passing));
    }

    // Recorded is null outside of a trace.
    private static object Held(object message, TimingRate? timing, RootSampling roots, object? noted, bool? recorded)
    {
        var measured = timing?.Threshold ?? Coin.Always;
        var share = recorded switch
        {
            null => Share(measured, roots),
            true => Coin.Always,
            false => Math.Max(measured, roots.TimedInUnsampled),
        };
        var thrown = Coin.Throw();
        return thrown < share ? Timed(message, thrown, timing, measured, noted) : NotePool.Around(message, stamp: default, noted);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Note Timed(object message, ulong thrown, TimingRate? timing, ulong measured, object? noted) =>
        NotePool.Take(message, StampOf(thrown, timing, measured), noted);

    private static Chosen StampOf(ulong thrown, TimingRate? timing, ulong measured)
    {
        if (thrown < measured)
        {
            timing?.Chosen();
        }

        return new Chosen(Stopwatch.GetTimestamp(), measured);
    }

    // Then a backlog may hold any number of stamps, which would be as many notes. Of a share the pool has enough.
    private static bool IsOfAll(TimingRate? timing, RootSampling? roots) => roots is { Timed: Coin.Always } || timing is { IsOfAll: true };
}
