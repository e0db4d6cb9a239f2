namespace Akka.Actor;

/// <summary>What a parent does about a child's failure.</summary>
public enum Directive
{
    Resume,
    Restart,
    Escalate,
    Stop,
}

/// <summary>Chooses the directive for an exception.</summary>
public interface IDecider
{
    Directive Decide(Exception cause);
}

/// <summary>A decider that is a function.</summary>
public class LocalOnlyDecider(Func<Exception, Directive> decider) : IDecider
{
    public Directive Decide(Exception cause) => decider(cause);
}

/// <summary>A decider that is a table by exception type.</summary>
public class DeployableDecider(Directive defaultDirective, params KeyValuePair<Type, Directive>[] pairs) : IDecider
{
    public Directive DefaultDirective { get; } = defaultDirective;

    public KeyValuePair<Type, Directive>[] Pairs { get; } = pairs;

    public Directive Decide(Exception cause)
    {
        foreach (var (type, directive) in Pairs)
        {
            if (type.IsInstanceOfType(cause))
            {
                return directive;
            }
        }

        return DefaultDirective;
    }
}

/// <summary>Makes deciders.</summary>
public static class Decider
{
    public static DeployableDecider From(Directive defaultDirective, params KeyValuePair<Type, Directive>[] pairs) =>
        new(defaultDirective, pairs);
}

/// <summary>Writes a line of a decider's table.</summary>
public static class DirectiveExtensions
{
    public static KeyValuePair<Type, Directive> When<TException>(this Directive self)
        where TException : Exception => new(typeof(TException), self);
}
