namespace WebApi.LivePage.Metrics;

/// <summary>The figures of some time by actor type: of all time as they are collected, of about a second as they are kept.</summary>
internal sealed class Frame(DateTime end)
{
    private readonly Dictionary<string, ActorFrame> _actors = [];
    private int _system;

    public TimeSpan Length { get; private init; }

    public IEnumerable<string> ActorTypes => _actors.Keys;

    public long Messages => _actors.Values.Sum(actor => actor.Messages);

    private DateTime End => end;

    public ActorFrame Of(string actorType) => _actors.GetValueOrDefault(actorType, ActorFrame.Nothing);

    /// <summary>Only the latest actor system is shown: one that has ended leaves its last values for a minute.</summary>
    /// <param name="actorType">The actor's type.</param>
    /// <param name="system">The number of its system among those of the name.</param>
    public ActorFrame For(string actorType, int system)
    {
        if (system < _system)
        {
            return new ActorFrame();
        }

        if (system > _system)
        {
            _actors.Clear();
            _system = system;
        }

        if (!_actors.TryGetValue(actorType, out var actor))
        {
            _actors.Add(actorType, actor = new ActorFrame());
        }

        return actor;
    }

    public Frame Since(Frame earlier)
    {
        var difference = new Frame(End) { Length = End - earlier.End };
        foreach (var (type, actor) in _actors)
        {
            difference._actors.Add(type, actor.Since(earlier.Of(type)));
        }

        return difference;
    }
}
