namespace AkkaInstrumentation;

/// <summary>One collection of the metrics of an actor system.</summary>
internal sealed class FigureTotals(long at)
{
    /// <summary>Actor types beyond this number share one row. This number limits the dashboard's memory.</summary>
    public const int MaxTypes = 200;

    /// <summary>The same for dispatchers.</summary>
    public const int MaxDispatchers = 32;

    /// <summary>Kinds of lost messages beyond this number share one row.</summary>
    public const int MaxLost = 500;

    private static readonly LostKind OtherLost = new("other", FoldedNames.Other, FoldedNames.Other, FoldedNames.Other, "");

    /// <summary><see cref="System.Diagnostics.Stopwatch"/> ticks.</summary>
    public long At => at;

    public Dictionary<string, ActorTypeFigures> Actors { get; } = [];

    public Dictionary<string, DispatcherFigures> Dispatchers { get; } = [];

    public Dictionary<LostKind, long> Lost { get; } = [];

    public ActorTypeFigures Actor(string type) => Limited.Of(Actors, type, MaxTypes);

    public DispatcherFigures Dispatcher(string id) => Limited.Of(Dispatchers, id, MaxDispatchers);

    public void CountLost(LostKind kind, long messages)
    {
        var key = Lost.Count < MaxLost || Lost.ContainsKey(kind) ? kind : OtherLost;
        Lost[key] = Lost.GetValueOrDefault(key) + messages;
    }

    /// <summary>Dictionaries by name, with a limit.</summary>
    public static class Limited
    {
        public static T Of<T>(Dictionary<string, T> all, string name, int most)
            where T : new() => Of(all, name, most, static () => new T());

        public static T Of<T>(Dictionary<string, T> all, string name, int most, Func<T> make)
        {
            if (!all.TryGetValue(name, out var found))
            {
                var key = all.Count < most ? name : FoldedNames.Other;
                if (!all.TryGetValue(key, out found))
                {
                    all.Add(key, found = make());
                }
            }

            return found;
        }
    }
}
