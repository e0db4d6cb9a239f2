namespace AkkaInstrumentation;

/// <summary>A node of an <see cref="EnvelopeHeap{TNode}"/>. It decides which of two messages comes first.</summary>
internal interface IHeapNode<TSelf>
    where TSelf : struct, IHeapNode<TSelf>
{
    StampedEnvelope Envelope { get; }

    static abstract TSelf Of(in StampedEnvelope envelope, long number);

    static abstract bool IsBefore(in TSelf one, in TSelf other, Func<object, int> priority);
}

/// <summary>Messages of the same priority come in the order that the heap produces, which is Akka's order.</summary>
internal readonly struct PriorityNode(in StampedEnvelope envelope) : IHeapNode<PriorityNode>
{
    private readonly StampedEnvelope _envelope = envelope;

    public StampedEnvelope Envelope => _envelope;

    public static PriorityNode Of(in StampedEnvelope envelope, long number) => new(envelope);

    public static bool IsBefore(in PriorityNode one, in PriorityNode other, Func<object, int> priority) =>
        priority(one._envelope.Message) < priority(other._envelope.Message);
}

/// <summary>Messages of the same priority come in the order of their enqueue.</summary>
internal readonly struct StablePriorityNode(in StampedEnvelope envelope, long number) : IHeapNode<StablePriorityNode>
{
    private readonly StampedEnvelope _envelope = envelope;
    private readonly long _number = number;

    public StampedEnvelope Envelope => _envelope;

    public static StablePriorityNode Of(in StampedEnvelope envelope, long number) => new(envelope, number);

    public static bool IsBefore(in StablePriorityNode one, in StablePriorityNode other, Func<object, int> priority)
    {
        var (first, second) = (priority(one._envelope.Message), priority(other._envelope.Message));
        return first < second || (first == second && one._number < other._number);
    }
}
