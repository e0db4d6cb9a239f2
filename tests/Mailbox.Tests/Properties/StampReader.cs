using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests.Properties;

/// <summary>Takes messages out of an instrumented queue with what was stamped on them. The only place that knows how they are kept.</summary>
internal abstract class StampReader
{
    public static StampReader Of(IMessageQueue queue)
    {
        for (var type = queue.GetType(); type is not null; type = type.BaseType)
        {
            if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(InstrumentedMessageQueue<>))
            {
                return (StampReader)Activator.CreateInstance(typeof(Reader<>).MakeGenericType(type.GenericTypeArguments), queue)!;
            }
        }

        throw new ArgumentException($"{queue.GetType()} is no instrumented queue");
    }

    /// <summary>Whether the trace that a message carries is that of the span which was current when it was sent.</summary>
    public static bool IsTraceOf(object? trace, Activity span) => trace is SenderContext sent && sent.Context == span.Context;

    public abstract bool TryTake(out object message, out long enqueuedAt, out object? trace);

    private sealed class Reader<TStore>(InstrumentedMessageQueue<TStore> queue) : StampReader
        where TStore : struct, IEnvelopeStore
    {
        public override bool TryTake(out object message, out long enqueuedAt, out object? trace)
        {
            var taken = StoreOf<TStore>.In(queue).TryTake(out var envelope);
            (message, enqueuedAt, trace) = (envelope.Message, envelope.EnqueuedAt, envelope.Origin);

            // what the sender noted is free from here on, and soon another message's
            return taken && envelope.Open().Message == message;
        }
    }

    private static class StoreOf<TStore>
        where TStore : struct, IEnvelopeStore
    {
        [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_store")]
        public static extern ref TStore In(InstrumentedMessageQueue<TStore> queue);
    }
}
