using Akka.Event;

namespace Akka.TestKit;

/// <summary>Describes log events, and counts those that matched. Asked by the listener's thread, read by the test's.</summary>
internal sealed class LogFilter(string description, Predicate<LogEvent> matches)
{
    private int _matched;

    public int Matched => Volatile.Read(ref _matched);

    public bool Take(LogEvent logEvent)
    {
        if (!matches(logEvent))
        {
            return false;
        }

        Interlocked.Increment(ref _matched);
        return true;
    }

    /// <summary>The same description, with a count of its own.</summary>
    public LogFilter Fresh() => new(description, matches);

    public override string ToString() => description;
}
