namespace AkkaInstrumentation;

/// <summary>An actor whose handler blocks its thread, as the last look of the watchdog thread saw it.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="MessageType">Readable name of the message's type; <c>_none</c> while the actor starts, stops or restarts.</param>
/// <param name="Seconds">For how long so far.</param>
internal sealed record BlockingActor(string Path, string ActorType, string MessageType, double Seconds);
