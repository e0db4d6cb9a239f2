using System.Collections.Concurrent;
using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>A count with its tags. Any thread; for rare events.</summary>
internal sealed class TaggedCount(KeyValuePair<string, object?>[] tags)
{
    private long _value;

    public KeyValuePair<string, object?>[] Tags { get; } = tags;

    public long Value => Interlocked.Read(ref _value);

    /// <summary>Returns the new value.</summary>
    public long Increment(long by = 1) => Interlocked.Add(ref _value, by);
}

/// <summary>The number of times that handlers of one actor system blocked a thread. The background thread writes, collectors read.</summary>
internal sealed class BlockedCounts
{
    private readonly ConcurrentDictionary<object, TaggedCount> _counts = new();

    public IEnumerable<TaggedCount> All => _counts.Values;

    /// <param name="actor">The type of the actor that blocks.</param>
    /// <param name="message">The type of the message in processing; null when the actor is starting or stopping.</param>
    public void Increment(ActorTypeInfo actor, Type? message)
    {
        var info = message is null ? null : actor.Message(message);
        _counts.GetOrAdd(
            (object?)info ?? actor,
            static (_, tags) => new TaggedCount(tags),
            info?.Tags ?? [.. actor.Tags, new(AkkaSpanAttributes.MessageType, FoldedNames.None)]).Increment();
    }
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

    public void End(long begun)
    {
        if (begun != 0)
        {
            Interlocked.Add(ref _ticks, (Stopwatch.GetTimestamp() - begun) << Shift);
        }
    }
}
