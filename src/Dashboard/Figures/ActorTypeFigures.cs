namespace AkkaInstrumentation;

/// <summary>Figures of one actor type: counts since the system's start, and present values.</summary>
internal sealed class ActorTypeFigures
{
    private bool _isApplications;
    private string? _category;

    /// <summary>The actors' kind; null if some are the application's own.</summary>
    public string? Category => _isApplications ? null : _category;

    public long Messages { get; set; }

    public long Failures { get; set; }

    public long Restarts { get; set; }

    public long Stashed { get; set; }

    public long Live { get; set; }

    public long Depth { get; set; }

    /// <summary>How long the oldest message has waited, in seconds; 0 when none waits, null when that is not known.</summary>
    public double? OldestAge { get; set; }

    /// <summary>The oldest age of several types: null when messages wait and no age is known.</summary>
    public static double? Oldest(IEnumerable<ActorTypeFigures> types)
    {
        var (oldest, isUnknown) = (0.0, false);
        foreach (var type in types)
        {
            oldest = Math.Max(oldest, type.OldestAge ?? 0);
            isUnknown |= type is { OldestAge: null, Depth: > 0 };
        }

        return isUnknown && oldest == 0 ? null : oldest;
    }

    /// <summary>Notes that some of the actors are of this kind; null for the application's own.</summary>
    public void Note(string? category) => (_isApplications, _category) = (_isApplications || category is null, category);
}

/// <summary>The figures of one actor type for about a second.</summary>
internal sealed class ActorTypeSecond
{
    /// <summary>Whether the actors are not the application's own.</summary>
    public bool IsInfrastructure { get; set; }

    public long Messages { get; set; }

    public long Failures { get; set; }

    public long Restarts { get; set; }

    public DurationCounts Waits { get; } = new();

    public DurationCounts Works { get; } = new();

    /// <summary>Adds all of another one.</summary>
    public void Add(ActorTypeSecond other)
    {
        AddTrouble(other);
        Messages += other.Messages;
        Waits.Add(other.Waits);
        Works.Add(other.Works);
    }

    /// <summary>Adds the failures and restarts of another one.</summary>
    public void AddTrouble(ActorTypeSecond other)
    {
        Failures += other.Failures;
        Restarts += other.Restarts;
    }
}
