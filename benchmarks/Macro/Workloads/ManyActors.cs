using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>A hundred thousand actors; the busiest hundredth of them gets about a third of the messages.</summary>
internal sealed class ManyActors : IWorkload
{
    private const int Actors = 100_000;
    private const double Skew = 4;
    private const int Pattern = 1 << 20;

    private readonly IActorRef[] _actors = new IActorRef[Actors];
    private readonly int[] _targets = new int[Pattern];
    private readonly Done _done = new();
    private readonly object _message = new();
    private readonly object _last = new();

    public string Name => "many-actors";

    public string What => $"{Actors:N0} actors, skewed traffic";

    public int Messages => 1_000_000;

    public async Task Start(ActorSystem system)
    {
        for (var i = 0; i < Actors; i++)
        {
            _actors[i] = system.ActorOf(Props.Create(() => new Worker(_last, _done)));
        }

        var random = new Random(1);
        for (var i = 0; i < Pattern; i++)
        {
            _targets[i] = (int)(Actors * Math.Pow(random.NextDouble(), Skew));
        }

        // all actors have started when each has answered once
        await Last();
    }

    public async Task<long> Run(int messages)
    {
        for (var i = 0; i < messages; i++)
        {
            Next(i);
        }

        await Last();
        return messages + Actors;
    }

    private void Next(int i) =>
        _actors[_targets[i & (Pattern - 1)]].Tell(WorkActor.Packed(_message), ActorRefs.NoSender);

    private Task Last()
    {
        var done = _done.Expect(Actors);
        foreach (var actor in _actors)
        {
            actor.Tell(WorkActor.Packed(_last), ActorRefs.NoSender);
        }

        return done;
    }

    private sealed class Worker(object last, Done done) : WorkActor
    {
        protected override void Handle(object message)
        {
            if (ReferenceEquals(message, last))
            {
                done.Part();
            }
        }
    }
}
