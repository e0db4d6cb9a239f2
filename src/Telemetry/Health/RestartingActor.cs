namespace AkkaInstrumentation;

/// <summary>An actor that was restarted several times within a short time.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Restarts">How many times.</param>
internal sealed record RestartingActor(string Path, string ActorType, int Restarts);
