using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// A node of the tree that sorts actor paths by the rules whose path patterns they fit: one level for each rule with a path,
/// a branch for yes and one for no. Actors of one leaf and one type are treated alike, so a system with a million paths has
/// as many verdicts as one with a few. Branches grow when first taken; a lost race only makes a node that nobody keeps.
/// </summary>
internal sealed class PathClass
{
    private readonly ConcurrentDictionary<(Type? Actor, Treatment? Props), ActorRules> _actors = new();
    private PathClass? _yes;
    private PathClass? _no;

    public PathClass Branch(bool matches) => matches ? Grown(ref _yes) : Grown(ref _no);

    /// <summary>Allocates for the first actor of a type only.</summary>
    public ActorRules For(Rule[] rules, string path, Type? actor, Treatment? props) =>
        _actors.TryGetValue((actor, props), out var found)
            ? found
            : _actors.GetOrAdd(
                (actor, props),
                static (key, input) => new ActorRules(
                    input.rules.Where(rule => rule.MatchesPath(input.path) && rule.MatchesActor(key.Actor)), key.Actor, key.Props),
                (rules, path));

    private static PathClass Grown(ref PathClass? branch) =>
        Volatile.Read(ref branch) ?? Interlocked.CompareExchange(ref branch, new PathClass(), null) ?? branch;
}
