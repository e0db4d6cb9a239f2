namespace Akka.Actor;

/// <summary>Scheduling was refused.</summary>
public sealed class SchedulerException(string message) : AkkaException(message);
