namespace AkkaInstrumentation;

/// <summary>An actor with a message that has waited for too long.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Seconds">How long the oldest timed message has waited.</param>
/// <param name="Depth">Messages that wait.</param>
internal sealed record LateActor(string Path, string ActorType, double Seconds, int Depth);
