namespace AkkaInstrumentation;

/// <summary>Figures of one actor type: counts since the system's start, and what is there now.</summary>
internal sealed class ActorTypeFigures
{
    public long Messages { get; set; }

    public long Failures { get; set; }

    public long Restarts { get; set; }

    public long Stashed { get; set; }

    public long Live { get; set; }

    public long Depth { get; set; }

    /// <summary>Seconds.</summary>
    public double OldestAge { get; set; }
}

/// <summary>What the actors of one type did in about a second.</summary>
internal sealed class ActorTypeSecond
{
    public long Messages { get; set; }

    public long Failures { get; set; }

    public long Restarts { get; set; }

    public DurationCounts Waits { get; } = new();

    public DurationCounts Works { get; } = new();

    /// <summary>Adds all of another one.</summary>
    public void Add(ActorTypeSecond other)
    {
        Messages += other.Messages;
        Failures += other.Failures;
        Restarts += other.Restarts;
        Waits.Add(other.Waits);
        Works.Add(other.Works);
    }
}
