using Akka.Actor;

namespace Akka.TestKit;

/// <summary>Filters in force, from construction to <see cref="Unmute"/>, in every <see cref="TestEventListener"/> of a system.</summary>
internal sealed class Muting : IUnmutableFilter
{
    private readonly ActorSystem _system;
    private readonly IReadOnlyList<LogFilter> _filters;

    public Muting(ActorSystem system, IReadOnlyList<LogFilter> filters)
    {
        _system = system;
        _filters = filters;
        _system.EventStream.Publish(new TestEventListener.Mute(filters));
    }

    public int Matched => _filters.Sum(f => f.Matched);

    public string Description => string.Join(",", _filters);

    public void Unmute() => _system.EventStream.Publish(new TestEventListener.Unmute(_filters));

    public void Dispose() => Unmute();

    /// <summary>Done when the listener has seen everything that this thread logged before.</summary>
    public Task FlushAsync()
    {
        var marker = new TestEventListener.Marker(new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        _system.EventStream.Publish(marker);
        return marker.Reached.Task;
    }
}
