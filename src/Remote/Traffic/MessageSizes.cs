using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Serialized size and time of serialization of the messages between one actor system and other nodes. A random sample of each message type is
/// measured. The sender chooses it, and the receiver measures the same messages. The number of types is bounded. Any thread.
/// </summary>
/// <param name="metrics">The metrics of the actor system.</param>
/// <param name="maxTypes">Message types beyond this number share one name.</param>
internal sealed class MessageSizes(SystemMetrics metrics, int maxTypes) : INodeTraffic
{
    private readonly Capped<string, TypeSizes> _types = new(maxTypes, static _ => FoldedNames.Other, name => new TypeSizes(metrics, name));

    public IEnumerable<TypeSizes> Types => _types;

    public TypeSizes For(object message) => _types.For(TypeNames.Get(InnerMessage.Unwrap(message).GetType()));

    /// <inheritdoc/>
    public IEnumerable<WireFigures> Read() => Types.SelectMany(type => new[]
    {
        type.Sent.Read(type.Large.Value),
        type.Received.Read(large: 0),
    });

    /// <summary>Decides whether a message that is sent is measured. If it is not, the result has no weight. Sender's thread.</summary>
    public WeightedTimestamp Draw(object message)
    {
        if (!RemoteInstruments.IsMeasuring || !metrics.IsEnabled)
        {
            return default;
        }

        var rate = For(message).Rate;
        var share = rate.Threshold;
        if (SamplingRandom.Next() >= share)
        {
            return default;
        }

        rate.CountTimed();
        return new(Stopwatch.GetTimestamp(), share);
    }
}

/// <summary>The messages of one type. Any thread.</summary>
internal sealed class TypeSizes(SystemMetrics metrics, string name)
{
    public string Name => name;

    public TimingRate Rate { get; } = metrics.NewRate();

    public DirectionSizes Sent { get; } = new(metrics.Tags, name, RemoteCounts.Transmit);

    public DirectionSizes Received { get; } = new(metrics.Tags, name, RemoteCounts.Receive);

    /// <summary>Sent messages above half of the largest frame.</summary>
    public TaggedCount Large { get; } = new(metrics.Tags.With(new KeyValuePair<string, object?>(AkkaSpanAttributes.MessageType, name)));
}

/// <summary>The messages of one type in one direction: estimates from those that were measured. Any thread.</summary>
internal sealed class DirectionSizes(SystemTags system, string type, string direction)
{
    private readonly KeyValuePair<string, object?>[] _tags =
        system.With(new(AkkaSpanAttributes.MessageType, type), new(AkkaMetricAttributes.NetworkIoDirection, direction));
    private long _messages;
    private long _bytes;
    private long _ticks;

    public long Messages => Interlocked.Read(ref _messages);

    public long Bytes => Interlocked.Read(ref _bytes);

    public double Seconds => Ticks.ToSeconds(Interlocked.Read(ref _ticks));

    public WireFigures Read(long large) => new(type, direction, Messages, Bytes, Seconds, large);

    /// <param name="bytes">The message's bytes, as its serializer has written them.</param>
    /// <param name="ticks">The time that the serializer took.</param>
    /// <param name="shift">It stands for 2^shift messages.</param>
    /// <param name="most">The maximum number of records.</param>
    public void Record(int bytes, long ticks, int shift, int most)
    {
        Interlocked.Add(ref _messages, 1L << shift);
        Interlocked.Add(ref _bytes, (long)bytes << shift);
        Interlocked.Add(ref _ticks, ticks << shift);
        WeightedTimestamp.Record(RemoteInstruments.MessageSize, bytes, shift, _tags, most);
        WeightedTimestamp.Record(RemoteInstruments.SerializationDuration, Ticks.ToSeconds(ticks), shift, _tags, most);
    }
}
