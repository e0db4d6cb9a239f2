using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The path of an actor with the rules that match it. It is found when the actor's mailbox is made, where the type of most actors is not known yet, and
/// taken when the actor starts, a moment later on the same thread. So each thread keeps the last one, and actors keep none.
/// </summary>
internal readonly struct MatchedPath
{
    [ThreadStatic]
    private static MatchedPath t_last;

    private readonly ActorPath _path;
    private readonly RuleSet _rules;
    private readonly PathClass _matching;
    private readonly string _text;

    private MatchedPath(ActorPath path, RuleSet rules)
    {
        (_path, _rules, _text) = (path, rules, path.ToStringWithoutAddress());
        _matching = rules.ClassOf(_text);
    }

    /// <summary>For an actor whose mailbox is made on this thread.</summary>
    public static MatchedPath Find(IActorRef actor, RuleSet rules) => new(actor.Path, rules);

    /// <summary>For an actor that starts: what was kept for it on this thread, or found anew.</summary>
    public static MatchedPath Take(IActorRef actor, RuleSet rules)
    {
        var last = t_last;
        t_last = default;
        return ReferenceEquals(last._path, actor.Path) && ReferenceEquals(last._rules, rules) ? last : new(actor.Path, rules);
    }

    /// <summary>Keeps it for the start of the actor on this thread.</summary>
    public void Keep() => t_last = this;

    /// <summary>The rules for the actor.</summary>
    /// <param name="type">Its type; null when unknown.</param>
    /// <param name="props">The settings in its Props.</param>
    public ActorRules For(Type? type, RuleEffect? props) => _matching.For(_rules, _text, type, props);
}
