namespace Akka.Actor;

/// <summary>The scheduler of an actor system.</summary>
public interface IScheduler : ITellScheduler, ITimeProvider
{
    IAdvancedScheduler Advanced { get; }
}

/// <summary>Scheduling of delegates; prefer messages where an actor is concerned.</summary>
public interface IAdvancedScheduler : IActionScheduler;
