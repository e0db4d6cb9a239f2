using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// A node of the tree that sorts actor paths by the rules whose path patterns they fit: one level for each rule with a path,
/// a branch for yes and one for no. Actors of one leaf and one type are treated alike, so a system with a million paths has
/// as many verdicts as one with a few. Branches grow when first taken; a lost race only makes a node that nobody keeps.
/// </summary>
internal sealed class PathClass
{
    // A thousand actor types are what metrics tell apart by default; generic ones can be without number.
    private const int MostTypes = 1_000;
    private const int MostProps = 10_000;

    private readonly TypeCache<ActorRules> _actors = new(MostTypes);
    private readonly ConcurrentDictionary<(Type? Actor, Treatment Props), ActorRules> _withProps = new();
    private PathClass? _yes;
    private PathClass? _no;

    public PathClass Branch(bool matches) => matches ? Grown(ref _yes) : Grown(ref _no);

    /// <summary>Allocates for the first actor of a type only, and for each that comes when Props have said very many different things.</summary>
    public ActorRules For(RuleSet set, string path, Type? actor, Treatment? props)
    {
        if (props is null)
        {
            return _actors.GetOrAdd(
                actor ?? typeof(NotKnown), static (_, its) => Make(its.set, its.path, its.actor, props: null), (set, path, actor));
        }

        return _withProps.TryGetValue((actor, props), out var found) ? found : ForCore(set, path, actor, props);
    }

    private ActorRules ForCore(RuleSet set, string path, Type? actor, Treatment props)
    {
        var made = Make(set, path, actor, props);

        // A span name out of an actor's id would otherwise be kept for each actor that ever was, and a type that can be unloaded for good.
        return actor is { IsCollectible: true } || _withProps.Count >= MostProps ? made : _withProps.GetOrAdd((actor, props), made);
    }

    private static ActorRules Make(RuleSet set, string path, Type? actor, Treatment? props) =>
        new(set, set.Rules.Where(rule => rule.MatchesPath(path) && rule.MatchesActor(actor)), actor, props);

    private static PathClass Grown(ref PathClass? branch) =>
        Volatile.Read(ref branch) ?? Interlocked.CompareExchange(ref branch, new PathClass(), null) ?? branch;

    /// <summary>Stands for the type of an actor of which it is not known.</summary>
    private static class NotKnown;
}
