using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Bursts: an actor is held until a whole burst waits in its mailbox, then works it off alone.</summary>
internal sealed class Backlog : IWorkload
{
    private const int PerBurst = 50_000;

    private readonly Done _done = new();
    private readonly object _message = new();
    private IActorRef _actor = ActorRefs.Nobody;

    public string Name => "backlog";

    public string What => $"bursts of up to {PerBurst:N0} messages to an actor that is held until all of them wait";

    public int Messages => 1_000_000;

    public Task Start(ActorSystem system)
    {
        _actor = system.ActorOf(Props.Create(() => new HeldActor(_done)), "held");
        return Task.CompletedTask;
    }

    public async Task<long> Run(int messages)
    {
        var handled = 0L;
        for (var left = messages; left > 0; left -= PerBurst)
        {
            handled += await Burst(Math.Min(left, PerBurst));
        }

        return handled;
    }

    private async Task<long> Burst(int messages)
    {
        var done = _done.Expect(1);
        using var hold = new ManualResetEventSlim();
        _actor.Tell(WorkActor.Packed(new HeldActor.Hold(hold)), ActorRefs.NoSender);
        for (var i = 0; i < messages; i++)
        {
            Next();
        }

        _actor.Tell(WorkActor.Packed(HeldActor.Last.Message), ActorRefs.NoSender);
        hold.Set();
        await done;
        return messages + 2;
    }

    private void Next() => _actor.Tell(WorkActor.Packed(_message), ActorRefs.NoSender);
}
