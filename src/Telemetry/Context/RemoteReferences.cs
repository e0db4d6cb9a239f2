using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Carries a message and its context to another node. No actor receives it. If it cannot be sent, Akka publishes it as a suppressed dead letter,
/// and the instrumentation sends the message itself to the dead letters instead.
/// </summary>
internal interface ITraceEnvelope : IWrappedMessage, IDeadLetterSuppression;

/// <summary>A scheduler that keeps the trace of scheduled messages.</summary>
internal interface ITracedScheduler;

/// <summary>A reference to an actor of another node, which takes the context along at <c>Tell</c>.</summary>
internal interface ITracedReceiver : ICanTell;
