namespace AkkaInstrumentation;

/// <summary>The figures of an actor system for one second or, while no page is open, for five. Not thread-safe.</summary>
internal sealed class FiguresSecond
{
    private static readonly ActorTypeSecond NoActors = new();
    private static readonly DispatcherSecond NoDispatcher = new();

    private readonly Dictionary<string, ActorTypeSecond> _actors = [];
    private readonly Dictionary<string, DispatcherSecond> _dispatchers = [];

    /// <summary>Its length in seconds.</summary>
    public double Length { get; private set; } = 1;

    /// <summary>The figures of the application's actors, and the failures and restarts of all actors.</summary>
    public ActorTypeSecond Sum
    {
        get
        {
            var sum = new ActorTypeSecond();
            foreach (var actor in _actors.Values)
            {
                (actor.IsInfrastructure ? (Action<ActorTypeSecond>)sum.AddTrouble : sum.Add)(actor);
            }

            return sum;
        }
    }

    public ActorTypeSecond Of(string type) => _actors.GetValueOrDefault(type, NoActors);

    public DispatcherSecond OfDispatcher(string id) => _dispatchers.GetValueOrDefault(id, NoDispatcher);

    /// <summary>For writing.</summary>
    public ActorTypeSecond Actor(string type) => FigureTotals.Limited.Of(_actors, type, FigureTotals.MaxTypes);

    /// <summary>For writing.</summary>
    public DispatcherSecond Dispatcher(string id) => FigureTotals.Limited.Of(_dispatchers, id, FigureTotals.MaxDispatchers);

    /// <summary>Adds the increase of the counters.</summary>
    public void Count(FigureTotals before, FigureTotals now)
    {
        Length = Math.Max(Ticks.ToSeconds(now.At - before.At), 1e-3);
        foreach (var (type, figures) in now.Actors)
        {
            // Idle types take no memory here.
            var earlier = before.Actors.GetValueOrDefault(type);
            var messages = figures.Messages - (earlier?.Messages ?? 0);
            var failures = figures.Failures - (earlier?.Failures ?? 0);
            var restarts = figures.Restarts - (earlier?.Restarts ?? 0);
            if (messages > 0 || failures > 0 || restarts > 0)
            {
                var actor = Actor(type);
                actor.Messages += messages;
                actor.Failures += failures;
                actor.Restarts += restarts;
                actor.IsInfrastructure = figures.Category is not null;
            }
        }

        foreach (var (id, figures) in now.Dispatchers)
        {
            var earlier = before.Dispatchers.GetValueOrDefault(id);
            var dispatcher = Dispatcher(id);
            dispatcher.Runs += figures.Runs - (earlier?.Runs ?? 0);
            dispatcher.BusySeconds += figures.BusySeconds - (earlier?.BusySeconds ?? 0);
        }
    }
}
