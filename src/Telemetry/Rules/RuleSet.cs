namespace AkkaInstrumentation;

/// <summary>
/// All rules of an actor system in their order. Each thing that can be said (trace, span name, ...) is decided by the first
/// source that says it: what is traced fully at run time, the actor's Props, the rules below <see cref="OrderOfMarkers"/>, marker attributes, the rules from
/// there on, the default. Immutable but for its caches; any thread. Equal by what the rules say.
/// </summary>
internal sealed class RuleSet : IEquatable<RuleSet>
{
    /// <summary>Marker attributes come after the rules of a lower order: after the user's, before those of reference.conf.</summary>
    public const int OrderOfMarkers = 500;

    private readonly Rule[] _rules;
    private readonly Rule[] _withPath;
    private readonly PathClass _paths = new();
    private volatile bool _hasDecided;

    public RuleSet(IEnumerable<Rule> inOrder)
    {
        _rules = [.. inOrder];
        _withPath = [.. _rules.Where(rule => rule.AsksForPath)];
    }

    public static RuleSet Empty { get; } = new([]);

    public IReadOnlyList<Rule> Rules => _rules;

    /// <summary>Whether a message was looked at. Any thread; only ever turns true.</summary>
    public bool HasDecided
    {
        get => _hasDecided;
        set => _hasDecided |= value;
    }

    /// <summary>
    /// The rules about an actor. Asked once for each actor; allocates only for the first of a type that the same path
    /// patterns fit.
    /// </summary>
    /// <param name="path">Without the address: <c>/user/orders</c>.</param>
    /// <param name="actor">The actor's type, null when it is not known.</param>
    /// <param name="props">What the actor's Props say; it wins over every rule.</param>
    public ActorRules For(string path, Type? actor, Treatment? props = null)
    {
        var leaf = _paths;
        foreach (var rule in _withPath)
        {
            leaf = leaf.Branch(rule.MatchesPath(path));
        }

        return leaf.For(this, path, actor, props);
    }

    /// <summary>The same rules with others before them.</summary>
    public RuleSet Below(IEnumerable<Rule> first) => new(first.Concat(_rules));

    /// <summary>How messages of a type are treated at an actor; see <see cref="For"/>.</summary>
    public Verdict Resolve(string path, Type? actor, Type message, Treatment? props = null) => For(path, actor, props).For(message);

    /// <summary>A rule that says the same as one before has matched if that one has.</summary>
    public void Inherit(RuleSet earlier)
    {
        var matched = earlier._rules.Where(rule => rule.HasMatched).Select(rule => rule.Text).ToHashSet();
        foreach (var rule in _rules)
        {
            rule.HasMatched = matched.Contains(rule.Text);
        }
    }

    public bool Equals(RuleSet? other) =>
        other is not null && _rules.Select(rule => (rule.Order, rule.Text)).SequenceEqual(other._rules.Select(rule => (rule.Order, rule.Text)));

    public override bool Equals(object? obj) => Equals(obj as RuleSet);

    public override int GetHashCode() => _rules.Length;
}
