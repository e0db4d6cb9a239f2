using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>One message in a stash and its story. The default value stands for one of which nothing is known.</summary>
internal readonly struct StashedMessage(object message, IActorRef? sender, StashStory? story)
{
    private readonly object? _message = message;
    private readonly IActorRef? _sender = sender;

    public readonly StashStory? Story = story;

    /// <summary>The same objects, not equal ones: of two equal messages each has its own story.</summary>
    public bool Is(Envelope envelope) =>
        ReferenceEquals(_message, envelope.Message) && ReferenceEquals(_sender, envelope.Sender);
}
