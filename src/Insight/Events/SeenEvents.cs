namespace AkkaInstrumentation;

/// <summary>A measured Ask of the application timed out.</summary>
/// <param name="Question">Readable name of the question's type.</param>
/// <param name="Asker">Readable name of the asking actor's type; <c>_none</c> for code outside of actors.</param>
/// <param name="Receiver">Readable name of the asked actor's type; empty when it is not known, or one of Akka's.</param>
/// <param name="Path">The asked actor's path, with its address if it is on another node.</param>
internal readonly record struct AskTimeout(string Question, string Asker, string Receiver, string Path) : IRecentEvent<AskTimeout>
{
    public EventKey Key => new(Asker, Receiver, Question);

    public AskTimeout Fold(string owner) => new(FoldedNames.Other, owner, "", "");
}

/// <summary>A handler has blocked its thread for long, and has returned.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="MessageType">Readable name of the message's type, as in <see cref="BlockingActor"/>.</param>
/// <param name="Seconds">How long.</param>
internal readonly record struct EndedBlock(string Path, string ActorType, string MessageType, double Seconds) : IRecentEvent<EndedBlock>
{
    public EventKey Key => new(ActorType, "", MessageType);

    public EndedBlock Fold(string owner) => this with { ActorType = owner, MessageType = FoldedNames.Other };
}

/// <summary>A message between nodes was lost because a serializer has thrown.</summary>
/// <param name="IsSent">Whether this node could not write it. If false, this node could not read it.</param>
/// <param name="Address">The other node; <c>_unknown</c> when it is not known.</param>
/// <param name="MessageType">Name of the message's type, as far as it is known here.</param>
/// <param name="Error">Name of the exception's type.</param>
internal readonly record struct UnreadableMessage(bool IsSent, string Address, string MessageType, string Error) : IRecentEvent<UnreadableMessage>
{
    /// <summary>The exception's text; empty when it may not be shown.</summary>
    public string Text { get; init; } = "";

    public EventKey Key => new(Address, Error, MessageType, IsSent ? "sent" : "");

    public UnreadableMessage Fold(string owner) => this with { Address = owner, MessageType = FoldedNames.Other, Error = FoldedNames.OtherError };

    /// <summary>The other node, for people.</summary>
    public string Node => Address is FoldedNames.Unknown or FoldedNames.Other ? "another node" : Address;
}

/// <summary>A node was downed and removed from the cluster. A node that leaves is not lost.</summary>
/// <param name="Address">Its address.</param>
/// <param name="IsSelf">Whether it is this node.</param>
internal readonly record struct NodeLoss(string Address, bool IsSelf = false) : IRecentEvent<NodeLoss>
{
    public EventKey Key => new("", Address);

    public NodeLoss Fold(string owner) => new(FoldedNames.Other);
}
