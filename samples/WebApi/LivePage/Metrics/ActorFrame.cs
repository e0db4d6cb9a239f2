namespace WebApi.LivePage.Metrics;

/// <summary>What the actors of one type did in some time, and how many there were at its end.</summary>
internal sealed class ActorFrame
{
    public static readonly ActorFrame Nothing = new();

    public long Messages { get; set; }

    public long Failures { get; set; }

    public long Restarts { get; set; }

    public long Live { get; set; }

    public long Depth { get; set; }

    public Buckets Wait { get; init; } = new();

    public Buckets Work { get; init; } = new();

    /// <summary>What has happened since an earlier collection, when both count from the start.</summary>
    public ActorFrame Since(ActorFrame earlier) => new()
    {
        Messages = Messages - earlier.Messages,
        Failures = Failures - earlier.Failures,
        Restarts = Restarts - earlier.Restarts,
        Live = Live,
        Depth = Depth,
        Wait = Wait.Since(earlier.Wait),
        Work = Work.Since(earlier.Work),
    };
}
