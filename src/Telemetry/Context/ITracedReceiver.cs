using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>A reference to an actor of another node, which takes the context along at <c>Tell</c>.</summary>
internal interface ITracedReceiver : ICanTell;
