using System.Diagnostics;
using System.Runtime.CompilerServices;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests.Properties;

/// <summary>Takes messages out of an instrumented queue with what was stamped on them.</summary>
internal sealed class StampReader(InstrumentedMessageQueue queue)
{
    public static StampReader Of(IMessageQueue queue) => new((InstrumentedMessageQueue)queue);

    /// <summary>Whether the trace that a message carries is that of the span which was current when it was sent.</summary>
    public static bool IsTraceOf(object? trace, Activity span) => trace is SenderContext sent && sent.Context == span.Context;

    public bool TryTake(out object message, out long enqueuedAt, out object? trace)
    {
        var taken = Take(queue, out var envelope);
        (message, enqueuedAt, trace) = (envelope.Message, envelope.EnqueuedAt, envelope.Origin);

        // what the sender noted is free from here on, and soon another message's
        return taken && envelope.Open().Message == message;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "TryTake")]
    private static extern bool Take(InstrumentedMessageQueue queue, out StampedEnvelope envelope);
}
