namespace AkkaInstrumentation.Tests;

/// <summary>
/// Starts a child, that starts a child, and so on. The last one is the actor that the test is about; each passes what it gets on to it.
/// </summary>
public sealed class Nest : UntypedActor
{
    private readonly IActorRef _child;

    public Nest(string names, Props last)
    {
        var name = names.Split('/', 2);
        _child = Context.ActorOf(name.Length == 1 ? last : Props(name[1], last), name[0]);
    }

    /// <param name="names">The names of the children, separated by slashes.</param>
    /// <param name="last">The last child.</param>
    public static Props Props(string names, Props last) => Akka.Actor.Props.Create(() => new Nest(names, last));

    protected override void OnReceive(object message) => _child.Forward(message);
}
