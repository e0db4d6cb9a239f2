using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>A count with its tags. Any thread; for rare events.</summary>
internal sealed class TaggedCount(KeyValuePair<string, object?>[] tags)
{
    private long _value;

    public KeyValuePair<string, object?>[] Tags { get; } = tags;

    public long Value => Interlocked.Read(ref _value);

    public void Increment(long by = 1) => Interlocked.Add(ref _value, by);
}

/// <summary>
/// The number of times that mailboxes of one actor system grew for too long, and that handlers blocked a thread. The watchdog thread writes,
/// collectors read.
/// </summary>
internal sealed class WatchCounts
{
    private readonly ConcurrentDictionary<object, TaggedCount> _grown = new();
    private readonly ConcurrentDictionary<object, TaggedCount> _blocked = new();

    public IEnumerable<TaggedCount> Grown => _grown.Values;

    public IEnumerable<TaggedCount> Blocked => _blocked.Values;

    public void CountGrown(ActorTypeInfo actor) => CountOf(_grown, actor, actor.Tags);

    /// <param name="actor">The type of the actor that blocks.</param>
    /// <param name="message">The type of the message in processing; null when the actor is starting or stopping.</param>
    public void CountBlocked(ActorTypeInfo actor, Type? message)
    {
        if (message is null)
        {
            CountOf(_blocked, actor, [.. actor.Tags, new(AkkaSpanAttributes.MessageType, FoldedNames.None)]);
        }
        else
        {
            var info = actor.Message(message);
            CountOf(_blocked, info, info.Tags);
        }
    }

    private static void CountOf(ConcurrentDictionary<object, TaggedCount> counts, object key, KeyValuePair<string, object?>[] tags) =>
        counts.GetOrAdd(key, static (_, tags) => new TaggedCount(tags), tags).Increment();
}

/// <summary>
/// The time that the instrumentation takes on dispatchers' threads, for messages that are timed or traced. One of 64 is
/// measured, chosen at random, and stands for all. Messages that are only counted never get here; their few nanoseconds are not included.
/// </summary>
internal sealed class InstrumentationOverhead
{
    private const int Shift = 6;

    private long _ticks;

    public double Seconds => Ticks.ToSeconds(Interlocked.Read(ref _ticks));

    /// <summary>Called when work for a message begins. Returns the value that <see cref="End"/> needs: 0 for most messages.</summary>
    public static long Begin() => SamplingRandom.Next() < SamplingRandom.Always >> Shift ? Stopwatch.GetTimestamp() : 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void End(long begun)
    {
        if (begun != 0)
        {
            Add(Stopwatch.GetTimestamp() - begun);
        }
    }

    /// <param name="ticks">The duration of a measured piece of work.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Add(long ticks) => Interlocked.Add(ref _ticks, ticks << Shift);
}

/// <summary>Values of <see cref="AkkaMetricAttributes.MailboxDropReason"/>: why a mailbox rejected a message.</summary>
internal static class DropReasons
{
    /// <summary>A bounded mailbox was full for longer than its push time-out.</summary>
    public const string Overflow = "overflow";
}
