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
    /// <param name="rules">What the rules say about the receiver; null before the actor has started.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static StampedEnvelope Of(object message, IActorRef sender, TimingRate? timing, RootSampling? roots, ActorRules? rules)
    {
        var measured = timing?.Threshold ?? Coin.Always;
        var share = measured;
        var unsampled = default(NonRecordingActivity);
        if (roots is not null)
        {
            // Nearly every sender is in one of two contexts: one look at which it is tells whose trace it is and that there is no baggage.
            var context = ExecutionContext.Capture();
            if (ReferenceEquals(context, HandlerContext.Empty))
            {
                if (ScheduledTrace.IsUsed && ScheduledTrace.Sending is not null)
                {
                    return new StampedEnvelope(OfOther(message, timing, roots, rules), sender);
                }

                share = Math.Max(measured, roots.Timed);
            }
            else
            {
                unsampled = HandlerContext.KnownIn(context);
                if (unsampled is null || !NonRecordingActivity.IsWithoutBaggage(unsampled) || message is IScheduledTellMsg)
                {
                    return new StampedEnvelope(OfOther(message, timing, roots, rules), sender);
                }

                share = Math.Max(measured, roots.TimedInUnsampled);
            }
        }

        var thrown = Coin.Throw();
        if (thrown >= share)
        {
            return unsampled is null ? new StampedEnvelope(message, sender)
                : unsampled.IsShared ? new StampedEnvelope(message, sender, Mark.Unsampled(unsampled.Tick))
                : new StampedEnvelope(NotePool.Take(message, stamp: default, unsampled.Trace), sender);
        }

        return unsampled is null && share == Coin.Always && IsOfAll(timing, roots)
            ? new StampedEnvelope(message, sender, new Mark(StampOf(thrown, timing, measured)))
            : new StampedEnvelope(Timed(message, thrown, timing, measured, unsampled?.Trace), sender);
    }

    /// <summary>The share of messages that are timed, of which some may be traced and some measured.</summary>
    public static ulong Share(ulong measured, RootSampling? roots) => roots is null ? measured : Math.Max(measured, roots.Timed);

    // Sent by a scheduler, inside a recorded trace, or from where the current activity is not the whole truth.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static object OfOther(object message, TimingRate? timing, RootSampling roots, ActorRules? rules)
    {
        // The scheduler's thread runs in the execution context of whoever used it first: what is current there is nobody's.
        if (message is IScheduledTellMsg || (ScheduledTrace.IsUsed && ScheduledTrace.Sending is not null))
        {
            return Held(message, timing, roots, ScheduledTrace.Sending, recorded: null);
        }

        var current = Activity.Current;
        var passing = PassThrough.Current;
        if (passing is not null && ReferenceEquals(current, passing.Span))
        {
            return Held(message, timing, roots, CarriedBaggage.WithPassing(passing), passing.Trace is null ? null : true);
        }

        if (current is null)
        {
            return Held(message, timing, roots, CarriedBaggage.WithPassing(passing: null), recorded: null);
        }

        if (current.Recorded && rules?.For(message.GetType()).Trace == TraceMode.Never)
        {
            SentTrace.KeepSpan(current);
        }

        return Held(message, timing, roots, CarriedBaggage.With(current), current.Recorded);
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
