using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The operations that are stepped through, each on one thread from the first send to the last handler.</summary>
internal static class OneThread
{
    /// <summary>By name; each makes its actors.</summary>
    public static readonly IReadOnlyDictionary<string, Func<ActorSystem, Action>> All = new Dictionary<string, Func<ActorSystem, Action>>
    {
        ["burst"] = Burst,
        ["ping-pong"] = PingPong,
        ["flood"] = Flood,
    };

    /// <summary>How many messages the applications' actors handle in one operation.</summary>
    public static readonly IReadOnlyDictionary<string, int> Messages = new Dictionary<string, int>
    {
        ["burst"] = 12,
        ["ping-pong"] = 2,
        ["flood"] = 300,
    };

    private static readonly object Message = new();

    // Three items through four actors: what the workload of 100,000 messages a second does each burst.
    private static Action Burst(ActorSystem system)
    {
        IActorRef first = ActorRefs.Nobody;
        for (var i = 0; i < 4; i++)
        {
            var next = first;
            first = Start(system, Props.Create(() => new Passing(next)));
        }

        return () =>
        {
            for (var i = 0; i < 3; i++)
            {
                first.Tell(Message, ActorRefs.NoSender);
            }

            OnThisThread.Work();
        };
    }

    // One message there and one back.
    private static Action PingPong(ActorSystem system)
    {
        var second = Start(system, Props.Create(() => new Passing(ActorRefs.Nobody)));
        var first = Start(system, Props.Create(() => new Passing(second)));
        return () =>
        {
            first.Tell(Message, ActorRefs.NoSender);
            OnThisThread.Work();
        };
    }

    private static Action Flood(ActorSystem system)
    {
        var actor = Start(system, Props.Create(() => new Passing(ActorRefs.Nobody)));
        return () =>
        {
            for (var i = 0; i < 300; i++)
            {
                actor.Tell(Message, ActorRefs.NoSender);
            }

            OnThisThread.Work();
        };
    }

    private static IActorRef Start(ActorSystem system, Props props)
    {
        var actor = system.ActorOf(props.WithDispatcher("here"));
        actor.Tell(Message, ActorRefs.NoSender);
        OnThisThread.Work();
        return actor;
    }

    private sealed class Passing(IActorRef next) : WorkActor
    {
        protected override void Handle(object message)
        {
            if (!next.IsNobody())
            {
                Send(next, message, Self);
            }
        }
    }
}
