namespace AkkaInstrumentation.Tests;

/// <summary>
/// Decides about the failures of its children as the test wants. It answers <c>child</c> with the first one, and passes everything else on to that
/// one.
/// </summary>
public sealed class Supervising : UntypedActor
{
    private readonly SupervisorStrategy _strategy;
    private readonly IActorRef _child;

    public Supervising(SupervisorStrategy strategy, Props child, int children)
    {
        _strategy = strategy;
        _child = Enumerable.Range(0, children).Select(i => Context.ActorOf(child, $"child-{i}")).ToList()[0];
    }

    public static Props Props(SupervisorStrategy strategy, Props child, int children = 1) =>
        Akka.Actor.Props.Create(() => new Supervising(strategy, child, children));

    protected override SupervisorStrategy SupervisorStrategy() => _strategy;

    protected override void OnReceive(object message)
    {
        if (message is "child")
        {
            Sender.Tell(_child);
        }
        else
        {
            _child.Tell(message, ActorRefs.NoSender);
        }
    }
}
