using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// A node of the tree that sorts actor paths by the rules whose path patterns they fit: one level for each rule with a path,
/// a branch for yes and one for no. Actors of one leaf and one type are treated alike, so a system with a million paths has
/// as many verdicts as one with a few. Branches grow when first taken; a lost race only makes a node that nobody keeps.
/// </summary>
internal sealed class PathClass
{
    private const int Most = 10_000;

    private readonly ConcurrentDictionary<(Type? Actor, Treatment? Props), ActorRules> _actors = new();
    private PathClass? _yes;
    private PathClass? _no;

    public PathClass Branch(bool matches) => matches ? Grown(ref _yes) : Grown(ref _no);

    /// <summary>Allocates for the first actor of a type only, and for each that comes when Props have said very many different things.</summary>
    public ActorRules For(RuleSet set, string path, Type? actor, Treatment? props) =>
        _actors.TryGetValue((actor, props), out var found) ? found : ForCore(set, path, actor, props);

    private ActorRules ForCore(RuleSet set, string path, Type? actor, Treatment? props)
    {
        var made = new ActorRules(set, set.Rules.Where(rule => rule.MatchesPath(path) && rule.MatchesActor(actor)), actor, props);

        // a span name out of an actor's id would otherwise be kept for each actor that ever was
        return props is not null && _actors.Count >= Most ? made : _actors.GetOrAdd((actor, props), made);
    }

    private static PathClass Grown(ref PathClass? branch) =>
        Volatile.Read(ref branch) ?? Interlocked.CompareExchange(ref branch, new PathClass(), null) ?? branch;
}
