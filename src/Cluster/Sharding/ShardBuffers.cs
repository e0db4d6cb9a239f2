using System.Diagnostics;
using System.Diagnostics.Metrics;
using Akka.Actor;
using Akka.Cluster.Sharding;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// The messages that the shard regions and shards of one node keep for later: a region keeps those for a shard without a home, a shard those for an
/// entity that is starting again. Akka passes each such message to an adapter. The message is sent on when it is sent to a shard, an entity or
/// another node. Messages that a region or shard still keeps when it stops or restarts are lost, and Akka does not report them. Any thread.
/// </summary>
internal sealed class ShardBuffers(AkkaInstrumentationExtension instrumentation) : IShardBuffers
{
    /// <summary>The largest number of messages that are watched.</summary>
    internal const int Max = 100_000;

    private const string Region = "Akka.Cluster.Sharding.ShardRegion";

    // /system/sharding/{type}, and below it {shard}
    private const int PartsOfRegion = 3;

    private readonly LinkedList<BufferedMessage> _all = [];
    private readonly Capped<string, BufferedType> _types = new(
        RegionsAsked.MaxTypes, static _ => FoldedNames.Other,
        type => new(type, instrumentation.Tags.With(new KeyValuePair<string, object?>(AkkaSpanAttributes.ShardRegionName, type))));

    private int _sweepAt = 1_000;

    /// <summary>Messages that were lost, by entity type.</summary>
    public IEnumerable<TaggedCount> Lost => _types.Select(type => type.Lost);

    /// <summary>An actor starts. A region reads the adapter when it is created, and the application may have set its own in the meantime.</summary>
    public void Started(ActorCell actor)
    {
        if (actor.Props.Type.FullName == Region && instrumentation.System.TryGetExtension<ClusterSharding>(out var sharding)
            && sharding.BufferMessageAdapter is var adapter and not BufferAdapter)
        {
            sharding.SetShardingBufferMessageAdapter(new BufferAdapter(this, adapter));
        }
    }

    /// <summary>An actor has stopped or restarts, so the messages that it has kept are lost.</summary>
    public void Dropped(IActorRef holder)
    {
        if (!KeptMessages.Any)
        {
            return;
        }

        List<BufferedMessage> lost;
        lock (_all)
        {
            lost = [.. _all.Where(kept => kept.Holder.Equals(holder) && kept.IsKnownToArrive)];
        }

        foreach (var kept in lost)
        {
            kept.Give();
        }
    }

    /// <summary>A region or a shard keeps a message. Its own thread.</summary>
    public void Kept(object message, IActorContext context)
    {
        if (!instrumentation.Metrics.IsEnabled || context.Self.Path is not { Elements: { Count: >= PartsOfRegion and var parts } elements })
        {
            return;
        }

        var type = _types.For(ForeignText.Clean(Uri.UnescapeDataString(elements[PartsOfRegion - 1])));
        // A shard takes the message out of Akka's own envelope before it sends it.
        var isOfRegion = parts == PartsOfRegion;
        var sent = isOfRegion ? message : CarriedMessage.In(message, out _);
        var kept = new BufferedMessage(this, type, context.Self, context.Sender, sent, message.GetType(), isOfRegion);
        lock (_all)
        {
            if (_all.Count >= _sweepAt)
            {
                Sweep();
            }

            if (_all.Count >= Max)
            {
                return;
            }

            kept.Place = _all.AddLast(kept);
        }

        KeptMessages.Add(sent, kept);
    }

    /// <summary>Takes a message from the list. False if it was taken before.</summary>
    public bool TryTake(BufferedMessage kept)
    {
        lock (_all)
        {
            if (kept.Place is not { } place)
            {
                return false;
            }

            _all.Remove(place);
            kept.Place = null;
            return true;
        }
    }

    /// <summary>Reports a loss that Akka does not publish as a dead letter, so that metrics, page and diagnosis show it.</summary>
    public void Report(BufferedMessage kept)
    {
        var (names, metrics) = (instrumentation.ActorNames, instrumentation.Metrics);
        kept.Type.Lost.Increment();

        // The cell of an actor that has stopped does not know its type.
        var (recipient, sender) = (kept.IsOfRegion ? "ShardRegion" : "Shard", names.Get(kept.Sender));
        var letter = new DeadLetter(kept.Message ?? kept.Name, kept.Sender ?? instrumentation.System.DeadLetters, kept.Holder);
        instrumentation.Insight.Lost(new(letter, AkkaLossReasons.LostBuffer, recipient, kept.Name, sender));
        if (EventInstruments.DeadLetters.Enabled)
        {
            instrumentation.Insight.Events?.DeadLetters.Count(new(recipient, sender, kept.Name, AkkaLossReasons.LostBuffer));
        }
    }

    /// <inheritdoc />
    public IReadOnlyList<ShardBuffer> Read(long now)
    {
        lock (_all)
        {
            Sweep();
            return
            [
                .. _all.Where(kept => kept.IsOfRegion).GroupBy(kept => kept.Type)
                    .Select(same => new ShardBuffer(same.Key.Name, same.Count(), Ticks.ToSeconds(now - same.Min(kept => kept.At)),
                        same.GroupBy(kept => kept.Name).MaxBy(alike => alike.Count())!.Key)),
            ];
        }
    }

    /// <summary>How many messages regions keep, by entity type.</summary>
    public IEnumerable<Measurement<long>> Depths() => Measured(buffer => (long)buffer.Messages);

    /// <summary>How long the oldest of them has been kept.</summary>
    public IEnumerable<Measurement<double>> Ages() => Measured(buffer => buffer.OldestSeconds);

    // A type whose messages are no longer kept reports zero.
    private IEnumerable<Measurement<T>> Measured<T>(Func<ShardBuffer, T> value)
        where T : struct
    {
        var now = Read(Stopwatch.GetTimestamp()).ToDictionary(buffer => buffer.Type);
        return [.. _types.Select(type => new Measurement<T>(now.TryGetValue(type.Name, out var buffer) ? value(buffer) : default, type.Tags))];
    }

    // Removes messages that have been garbage-collected without an observed send. Whether they have arrived is unknown.
    private void Sweep()
    {
        for (var place = _all.First; place is not null;)
        {
            var next = place.Next;
            if (place.Value.Message is null)
            {
                place.Value.Place = null;
                _all.Remove(place);
                KeptMessages.Forget(null, place.Value);
            }

            place = next;
        }

        _sweepAt = Math.Max(1_000, 2 * _all.Count);
    }

    private sealed class BufferAdapter(ShardBuffers buffers, IShardingBufferMessageAdapter inner) : IShardingBufferMessageAdapter
    {
        public object Apply(object message, IActorContext context)
        {
            var kept = inner.Apply(message, context);
            TelemetryFault.Guard(TelemetryFault.Event, (buffers, kept, context), static it => it.buffers.Kept(it.kept, it.context));
            return kept;
        }

        public object UnApply(object message, IActorContext context) => inner.UnApply(message, context);
    }
}

/// <summary>The data about the buffers of one entity type.</summary>
internal sealed class BufferedType(string name, KeyValuePair<string, object?>[] tags)
{
    public static readonly Histogram<double> Durations = Instruments.Durations(
        AkkaMetricNames.ClusterShardingBufferDuration, "Time that a region kept a message until the home of its shard was known.");

    public string Name => name;

    public KeyValuePair<string, object?>[] Tags => tags;

    public TaggedCount Lost { get; } = new(tags);

    /// <summary>
    /// Types of messages that shards have kept and that were observed when they were sent on. If a message is in an envelope of the application's
    /// own, the shard sends the inner message, which is not known here. For such an envelope it is unknown whether the message has arrived.
    /// </summary>
    public TypeSet Arriving { get; } = new();
}

/// <summary>A message that a region or a shard keeps.</summary>
internal sealed class BufferedMessage
{
    private readonly ShardBuffers _buffers;
    private readonly WeakReference<object> _message;
    private readonly Type _shape;

    /// <param name="buffers">The buffers that it belongs to.</param>
    /// <param name="type">The entity type.</param>
    /// <param name="holder">The region or the shard.</param>
    /// <param name="sender">The message's sender.</param>
    /// <param name="sent">The object that the holder will send.</param>
    /// <param name="shape">The type of the kept object: an envelope or the message.</param>
    /// <param name="isOfRegion">Whether the holder is a region.</param>
    public BufferedMessage(
        ShardBuffers buffers, BufferedType type, IActorRef holder, IActorRef? sender, object sent, Type shape, bool isOfRegion)
    {
        (_buffers, Type, Holder, Sender, IsOfRegion, _shape) = (buffers, type, holder, sender, isOfRegion, shape);
        _message = new(sent);
        Name = TypeNames.Get(CarriedMessage.In(sent, out _).GetType());
    }

    public BufferedType Type { get; }

    public IActorRef Holder { get; }

    public IActorRef? Sender { get; }

    public bool IsOfRegion { get; }

    /// <summary>Readable name of the message's type.</summary>
    public string Name { get; }

    /// <summary>Ticks.</summary>
    public long At { get; } = Stopwatch.GetTimestamp();

    public LinkedListNode<BufferedMessage>? Place { get; set; }

    /// <summary>Null if it has been collected.</summary>
    public object? Message => _message.TryGetTarget(out var message) ? message : null;

    /// <summary>Whether messages like this one are observed when they are sent on.</summary>
    public bool IsKnownToArrive => IsOfRegion || Type.Arriving.Contains(_shape);

    public void GoesOn(bool isLost)
    {
        if (!_buffers.TryTake(this))
        {
            return;
        }

        if (!IsOfRegion)
        {
            Type.Arriving.Add(_shape);
        }
        else if (!isLost)
        {
            BufferedType.Durations.Record(Ticks.ToSeconds(Stopwatch.GetTimestamp() - At), Type.Tags);
        }
    }

    /// <summary>Its holder has given it up without a report.</summary>
    public void Give()
    {
        if (_buffers.TryTake(this))
        {
            KeptMessages.Forget(Message, this);
            _buffers.Report(this);
        }
    }
}
