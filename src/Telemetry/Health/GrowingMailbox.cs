namespace AkkaInstrumentation;

/// <summary>A mailbox that has grown for too long and has not recovered, as the last look of the watchdog thread saw it.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Depth">Messages that wait.</param>
/// <param name="PerSecond">Messages that it grew by each second.</param>
internal sealed record GrowingMailbox(string Path, string ActorType, int Depth, double PerSecond);
