namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>Takes messages out of an instrumented queue with what was stamped on them.</summary>
internal static class StampReader
{
    public static bool TryTake(IMessageQueue queue, out object message, out long enqueuedAt, out object? trace)
    {
        var taken = Take((InstrumentedMessageQueue)queue, out var envelope);
        if (taken)
        {
            LeavePlace((InstrumentedMessageQueue)queue);
        }

        (message, enqueuedAt, trace) = (envelope.Message, envelope.EnqueuedAt, envelope.Origin);

        // what the sender noted is free from here on, and soon another message's
        return taken && envelope.Open().Message == message;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "TryTake")]
    private static extern bool Take(InstrumentedMessageQueue queue, out StampedEnvelope envelope);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "LeavePlace")]
    private static extern void LeavePlace(InstrumentedMessageQueue queue);
}
