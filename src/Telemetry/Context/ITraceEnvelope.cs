using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Carries a message and its context to another node. No actor receives it. If it cannot be sent, Akka publishes it as a suppressed dead letter,
/// and the instrumentation sends the message itself to the dead letters instead.
/// </summary>
internal interface ITraceEnvelope : IWrappedMessage, IDeadLetterSuppression
{
    /// <summary>The address of the node that gets the message; null if the message is written without a context, as without this library.</summary>
    string? Node { get; }

    /// <summary>The message could not be sent. Any thread.</summary>
    void CountDrop();
}

/// <summary>A reference to an actor of another node, which takes the context along at <c>Tell</c>.</summary>
internal interface ITracedReceiver : ICanTell;
