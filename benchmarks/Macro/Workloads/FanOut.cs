using Akka.Actor;
using Akka.Routing;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>One sender, a round-robin router, sixteen routees of one type.</summary>
internal sealed class FanOut : IWorkload
{
    private const int Routees = 16;

    private readonly Done _done = new();
    private readonly Share _share = new();
    private readonly object _message = new();
    private IActorRef _router = ActorRefs.Nobody;

    public string Name => "fan-out";

    public string What => $"one sender through a round-robin router to {Routees} actors";

    public int Messages => 1_000_000;

    public Task Start(ActorSystem system)
    {
        var routee = Props.Create(() => new Routee(_share, _done));
        _router = system.ActorOf(routee.WithRouter(new RoundRobinPool(Routees)), "router");
        return Task.CompletedTask;
    }

    public async Task<long> Run(int messages)
    {
        _share.Messages = messages / Routees;
        var all = _share.Messages * Routees;
        var done = _done.Expect(Routees);
        for (var i = 0; i < all; i += Routees)
        {
            Round();
        }

        await done;
        return all;
    }

    private void Round()
    {
        for (var i = 0; i < Routees; i++)
        {
            _router.Tell(WorkActor.Packed(_message), ActorRefs.NoSender);
        }
    }

    /// <summary>Messages that each routee gets in this iteration; set before the first of them is sent.</summary>
    private sealed class Share
    {
        public int Messages { get; set; }
    }

    private sealed class Routee(Share share, Done done) : WorkActor
    {
        private int _handled;

        protected override void Handle(object message)
        {
            if (++_handled == share.Messages)
            {
                _handled = 0;
                done.Part();
            }
        }
    }
}
