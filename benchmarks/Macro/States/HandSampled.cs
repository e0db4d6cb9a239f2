using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// The least that counts by message type, a share of the durations and a few spans a second ask of each message, written into sender and
/// actor: the sender asks whether anybody listens, for spans whether it is in a trace, and throws a coin; the actor counts in a field and,
/// for a span that a failure may want, notes when the message began. One of a thousand is sent with its time and gets its values, and a
/// span where the budget allows one.
/// </summary>
internal static class HandSampled
{
    private const int SpansPerSecond = 100;
    private const int ClockPeriod = 10;
    private const ulong Share = (1UL << 32) / 1024;
    private const ulong Hundredth = (1UL << 32) / 100;

    [ThreadStatic]
    private static ulong t_random;

    private static long s_now = Stopwatch.GetTimestamp();
    private static long s_nextSpanAt;
    private static readonly Timer Clock = new(static _ => Volatile.Write(ref s_now, Stopwatch.GetTimestamp()), null, 0, ClockPeriod);

    /// <summary>The message as it is sent where durations are wanted: in an envelope with its time if it was drawn.</summary>
    public static object Sent(object message) => HandWritten.IsMeasured && IsDrawn() ? new Stamped(message) : message;

    /// <summary>The same where spans are wanted too.</summary>
    public static object SentMaybeInTrace(object message) =>
        HandWritten.IsTraced && Activity.Current is null && IsDrawn() ? new Stamped(message) : message;

    /// <summary>The same where the spans are those of one trace in a hundred.</summary>
    /// <param name="message">The message.</param>
    /// <param name="mayBegin">Whether a trace may begin with it: no actor sends it. What an actor sends outside of a span is in an unsampled trace.</param>
    public static object SentMaybeInSampledTrace(object message, bool mayBegin)
    {
        if (!HandWritten.IsTraced)
        {
            return message;
        }

        var drawn = Draw();
        return Activity.Current switch
        {
            null when mayBegin && drawn < Hundredth => new Stamped(message) { IsRoot = true, IsTimed = drawn < Share },
            { Recorded: true } => new Stamped(message) { IsTimed = drawn < Share },
            _ => drawn < Share ? new Stamped(message) : message,
        };
    }

    /// <summary>The same where each message carries the trace in which it was sent.</summary>
    public static object SentInTrace(object message) =>
        !HandWritten.IsTraced ? message
        : IsDrawn() ? new Stamped(message)
        : new Stamped(message, sentAt: 0) { IsTimed = false };

    /// <summary>Whether a span may begin now: one in so many milliseconds.</summary>
    public static bool TakesSpan(long now)
    {
        var next = Volatile.Read(ref s_nextSpanAt);
        return now >= next && Interlocked.CompareExchange(ref s_nextSpanAt, now + (Stopwatch.Frequency / SpansPerSecond), next) == next;
    }

    // Knuth's MMIX generator, as cheap as random numbers are that threads do not share
    private static ulong Draw()
    {
        ref var random = ref t_random;
        random = (random * 6364136223846793005UL) + 1442695040888963407UL;
        return random >> 32;
    }

    private static bool IsDrawn() => Draw() < Share;

    /// <summary>What an actor notes of each message.</summary>
    public sealed class Counts
    {
        private Count? _latest;

        /// <summary>Ticks at which the message at work began, to ten milliseconds.</summary>
        public long BegunAt { get; private set; }

        public void Begin() => BegunAt = Volatile.Read(ref s_now);

        public void Add(object message)
        {
            var type = message.GetType();
            for (var count = _latest; count is not null; count = count.Next)
            {
                if (ReferenceEquals(count.Type, type))
                {
                    count.Messages++;
                    return;
                }
            }

            _latest = new Count(type, _latest) { Messages = 1 };
        }

        private sealed class Count(Type type, Count? next)
        {
            public readonly Type Type = type;
            public readonly Count? Next = next;
            public long Messages;
        }
    }
}
