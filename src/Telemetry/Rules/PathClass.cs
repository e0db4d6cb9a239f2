using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// A node of the tree that sorts actor paths by the rules whose path patterns they match. There is one level for each rule with a path,
/// with one branch for yes and one for no. Actors of one leaf and one type have equal settings. So a system with a million paths has
/// as many verdicts as one with a few. A branch is made when it is first taken. After a lost race, one node is dropped.
/// </summary>
internal sealed class PathClass
{
    // By default metrics distinguish a thousand actor types. The number of generic ones is unlimited.
    private const int MaxTypes = 1_000;
    private const int MaxProps = 10_000;

    private readonly TypeCache<ActorRules> _actors = new(MaxTypes);
    private readonly ConcurrentDictionary<(Type? Actor, RuleEffect Props), ActorRules> _withProps = new();
    private PathClass? _yes;
    private PathClass? _no;

    public PathClass Branch(bool matches) => matches ? Grown(ref _yes) : Grown(ref _no);

    /// <summary>
    /// Allocates only for the first actor of a type. It allocates for every new actor once Props have had very many different settings.
    /// </summary>
    public ActorRules For(RuleSet set, string path, Type? actor, RuleEffect? props)
    {
        if (props is null)
        {
            return _actors.GetOrAdd(
                actor ?? typeof(NotKnown), static (_, its) => Make(its.set, its.path, its.actor, props: null), (set, path, actor));
        }

        return _withProps.TryGetValue((actor, props), out var found) ? found : ForCore(set, path, actor, props);
    }

    private ActorRules ForCore(RuleSet set, string path, Type? actor, RuleEffect props)
    {
        var made = Make(set, path, actor, props);

        // A span name that contains an actor's id would otherwise stay in memory for each actor ever made, and a type that can be unloaded would stay
        // loaded.
        return actor is { IsCollectible: true } || _withProps.Count >= MaxProps ? made : _withProps.GetOrAdd((actor, props), made);
    }

    private static ActorRules Make(RuleSet set, string path, Type? actor, RuleEffect? props) =>
        new(set, set.Rules.Where(rule => rule.MatchesPath(path) && rule.MatchesActor(actor)), actor, props, RuleSet.IsBelowUser(path));

    private static PathClass Grown(ref PathClass? branch) =>
        Volatile.Read(ref branch) ?? Interlocked.CompareExchange(ref branch, new PathClass(), null) ?? branch;

    /// <summary>Represents the type of an actor whose type is unknown.</summary>
    private static class NotKnown;
}
