using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Pairs of actors that return one message until they have handled their share: a mailbox run per message.</summary>
internal sealed class PingPong(int actors) : IWorkload
{
    private readonly Done _done = new();
    private readonly List<(IActorRef Ping, IActorRef Pong)> _pairs = [];

    public string Name => $"ping-pong-{actors}";

    public string What => $"{actors / 2:N0} pair(s) of actors, each returns one message";

    public int Messages => 1_000_000;

    /// <summary>Its conversations never end, so the default and a budget show whether their bounds hold.</summary>
    public IReadOnlyList<string> States => [.. Plan.Common, "both-default"];

    public Task Start(ActorSystem system)
    {
        for (var i = 0; i < actors / 2; i++)
        {
            _pairs.Add((
                system.ActorOf(Props.Create(() => new Player(_done))),
                system.ActorOf(Props.Create(() => new Player(_done)))));
        }

        return Task.CompletedTask;
    }

    public async Task<long> Run(int messages)
    {
        var perPair = Math.Max(2, messages / _pairs.Count);
        var done = _done.Expect(_pairs.Count);
        foreach (var (ping, pong) in _pairs)
        {
            ping.Tell(WorkActor.Packed(new Ball { Left = perPair }), pong);
        }

        await done;
        return (long)perPair * _pairs.Count;
    }

    private sealed class Ball
    {
        public int Left { get; set; }
    }

    private sealed class Player(Done done) : WorkActor
    {
        protected override void Handle(object message)
        {
            if (message is not Ball ball)
            {
                return;
            }

            if (--ball.Left == 0)
            {
                done.Part();
            }
            else
            {
                Send(Sender, ball, Self);
            }
        }
    }
}
