using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Items that pass ten actors one after the other: where spans are kept, each item is one trace of ten.</summary>
internal sealed class Pipeline : IWorkload
{
    private const int Hops = 10;

    private readonly Done _done = new();
    private IActorRef _first = ActorRefs.Nobody;

    public string Name => "pipeline";

    public string What => $"items that pass {Hops} actors, one trace each";

    public int Messages => 1_000_000;

    public Task Start(ActorSystem system)
    {
        for (var i = 0; i < Hops; i++)
        {
            var next = _first;
            _first = system.ActorOf(Props.Create(() => new Hop(next, _done)), $"hop-{Hops - i}");
        }

        return Task.CompletedTask;
    }

    public async Task<long> Run(int messages)
    {
        var items = messages / Hops;
        var done = _done.Expect(items);
        for (var i = 0; i < items; i++)
        {
            Next();
        }

        await done;
        return (long)items * Hops;
    }

    private void Next() => _first.Tell(WorkActor.Packed(new Item()), ActorRefs.NoSender);

    private sealed class Item;

    private sealed class Hop(IActorRef next, Done done) : WorkActor
    {
        protected override void Handle(object message)
        {
            if (next.IsNobody())
            {
                done.Part();
            }
            else
            {
                Send(next, message, Self);
            }
        }
    }
}
