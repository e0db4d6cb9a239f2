namespace AkkaInstrumentation;

/// <summary>
/// The message that an actor handles: the number that Akka gives it, and its type. The type is null when the actor handles no message.
/// </summary>
internal readonly record struct CurrentHandler(int Envelope, Type? Message);
