using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>
/// All rules of an actor system in their order. Each setting (trace, span name, ...) comes from the first source that has
/// it. The order is: full traces set at run time, the actor's Props, the rules below <see cref="OrderOfMarkers"/>, marker attributes, the other
/// rules, the default. Immutable except for its caches; any thread. Equality compares the content of the rules.
/// </summary>
internal sealed class RuleSet : IEquatable<RuleSet>
{
    /// <summary>Marker attributes come after all rules with a lower order: after the user's rules, before those of reference.conf.</summary>
    public const int OrderOfMarkers = 500;

    // Generic actor types and span names in Props that contain an actor's id have no limit. Rules beyond this number are made for each actor.
    private const int MaxActorRules = 10_000;

    private readonly Rule[] _rules;
    private readonly Rule[] _withPath;
    private readonly PathClass _paths = new();
    private volatile bool _hasDecided;

    /// <param name="inOrder">The rules.</param>
    /// <param name="showsAll">Whether infrastructure has spans too: the setting <c>system-actors</c>.</param>
    public RuleSet(IEnumerable<Rule> inOrder, bool showsAll = false)
    {
        ShowsAll = showsAll;
        _rules = [.. inOrder];
        _withPath = [.. _rules.Where(rule => rule.AsksForPath)];
    }

    /// <summary>No rules. A new set each time: it keeps the types of one system's actors.</summary>
    public static RuleSet Empty => new([]);

    public IReadOnlyList<Rule> Rules => _rules;

    /// <summary>Whether infrastructure has spans too.</summary>
    public bool ShowsAll { get; }

    /// <summary>Whether a message has been evaluated. Any thread; changes only from false to true.</summary>
    public bool HasDecided
    {
        get => _hasDecided;
        set => _hasDecided |= value;
    }

    /// <summary>
    /// The rules for an actor. Allocates only for the first actor of a type with the same matching path patterns. Akka keeps the types of actors
    /// for as long as the system runs, so they may be kept here too.
    /// </summary>
    /// <param name="path">Without the address: <c>/user/orders</c>.</param>
    /// <param name="actor">The actor's type; null when unknown.</param>
    /// <param name="props">The settings in the actor's Props. They take precedence over every rule.</param>
    public ActorRules For(string path, Type? actor, RuleEffect? props = null)
    {
        // without a rule, the path decides the kind of the actor
        var isBelowUser = IsBelowUser(path);
        var paths = _paths.Branch(isBelowUser);
        foreach (var rule in _withPath)
        {
            paths = paths.Branch(rule.MatchesPath(path));
        }

        return paths.Actors.TryGetValue((actor, props), out var known) ? known
            : paths.Actors.Count >= MaxActorRules ? Make(path, actor, props, isBelowUser)
            : paths.Actors.GetOrAdd((actor, props), Make(path, actor, props, isBelowUser));
    }

    /// <summary>These rules, with others before them.</summary>
    public RuleSet Below(IEnumerable<Rule> first) => new(first.Concat(_rules), ShowsAll);

    /// <summary>The verdict for messages of a type at an actor; see <see cref="For"/>.</summary>
    public Verdict Resolve(string path, Type? actor, Type message, RuleEffect? props = null) => For(path, actor, props).For(message);

    /// <summary>The verdict for messages of a type by the rules about all actors.</summary>
    public Verdict ForAnyActor(Type message) => Resolve("/", actor: null, message);

    /// <summary>A rule with the same content as an earlier one inherits the information whether that one has matched and decided.</summary>
    public void Inherit(RuleSet earlier)
    {
        var before = earlier._rules.ToLookup(rule => rule.Text);
        foreach (var rule in _rules)
        {
            rule.HasMatched = before[rule.Text].Any(same => same.HasMatched);
            rule.HasDecided = before[rule.Text].Any(same => same.HasDecided);
        }
    }

    public bool Equals(RuleSet? other) =>
        other is not null && _rules.Select(rule => (rule.Order, rule.Text)).SequenceEqual(other._rules.Select(rule => (rule.Order, rule.Text)));

    public override bool Equals(object? obj) => Equals(obj as RuleSet);

    public override int GetHashCode() => _rules.Length;

    private ActorRules Make(string path, Type? actor, RuleEffect? props, bool isBelowUser) =>
        new(this, _rules.Where(rule => rule.MatchesPath(path) && rule.MatchesActor(actor)), actor, props, isBelowUser);

    // The guardian itself is not below /user.
    private static bool IsBelowUser(string path) => path.StartsWith("/user/", StringComparison.Ordinal) && path.Length > "/user/".Length;

    /// <summary>
    /// A node of the tree that sorts actor paths by the rules whose path patterns they match. There is one level for each rule with a path,
    /// with one branch for yes and one for no. Actors of one leaf and one type have equal settings. So a system with a million paths has
    /// as many verdicts as one with a few. A branch is made when it is first taken. After a lost race, one node is dropped.
    /// </summary>
    private sealed class PathClass
    {
        private PathClass? _yes;
        private PathClass? _no;

        public ConcurrentDictionary<(Type? Actor, RuleEffect? Props), ActorRules> Actors { get; } = new(concurrencyLevel: 1, capacity: 4);

        public PathClass Branch(bool matches) => matches ? Grown(ref _yes) : Grown(ref _no);

        private static PathClass Grown(ref PathClass? branch) =>
            Volatile.Read(ref branch) ?? Interlocked.CompareExchange(ref branch, new PathClass(), null) ?? branch;
    }
}
