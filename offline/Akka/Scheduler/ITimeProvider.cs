namespace Akka.Actor;

/// <summary>The clocks of a scheduler.</summary>
public interface ITimeProvider
{
    DateTimeOffset Now { get; }

    TimeSpan MonotonicClock { get; }

    TimeSpan HighResMonotonicClock { get; }
}
