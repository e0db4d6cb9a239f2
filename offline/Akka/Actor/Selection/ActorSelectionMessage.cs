namespace Akka.Actor;

/// <summary>A message on its way along a selection.</summary>
public class ActorSelectionMessage(object message, SelectionPathElement[] elements, bool wildCardFanOut = false)
    : IAutoReceivedMessage, IWrappedMessage
{
    public object Message { get; } = message;

    public SelectionPathElement[] Elements { get; } = elements;

    public bool WildCardFanOut { get; } = wildCardFanOut;

    public ActorSelectionMessage Copy(object? message = null, SelectionPathElement[]? elements = null, bool? wildCardFanOut = null) =>
        new(message ?? Message, elements ?? Elements, wildCardFanOut ?? WildCardFanOut);

    public override string ToString() =>
        $"{Message} for /{string.Join<SelectionPathElement>("/", Elements)}";
}
