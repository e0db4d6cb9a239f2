using System.Globalization;
using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>The process of the hostile peer, seen from the day: what comes from it, and what goes to the bystander and back.</summary>
internal sealed class Peers : IAsyncDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly NodeProcess _process;
    private readonly IActorRef _talking;

    private Peers(NodeProcess process, IActorRef talking) => (_process, _talking) = (process, talking);

    /// <summary>From the hostile node.</summary>
    public static Line FromHostile { get; } = Line.Begin("from the hostile node");

    /// <summary>To the bystander; counted when they come back.</summary>
    public static Line Bystander { get; } = Line.Begin("to the bystander and back");

    public static async Task<Peers> Start(ActorSystem system)
    {
        system.ActorOf(Props.Create<Gate>(), PeerChild.Gate);
        var process = new NodeProcess(PeerChild.Command, $"{((ExtendedActorSystem)system).Provider.DefaultAddress}");
        var there = ((ExtendedActorSystem)system).Provider.ResolveActorRef(await process.Read<string>());
        return new(process, system.ActorOf(Props.Create(() => new Talking(there)), "talking"));
    }

    public async Task SendUntil(CancellationToken end)
    {
        while (await Wait.For(Pause, end))
        {
            _talking.Tell(Talking.Again, ActorRefs.NoSender);
        }
    }

    /// <summary>Ends the attacks and waits for what is on the way.</summary>
    public async Task<PeerCounts> End()
    {
        var sent = await _process.Ask<long>();
        while (FromHostile.Sent < sent)
        {
            FromHostile.Next();
        }

        await Wait.Until(() => FromHostile.IsQuiet && Bystander.IsQuiet, Patience);
        return await _process.Ask<PeerCounts>();
    }

    public ValueTask DisposeAsync() => _process.DisposeAsync();

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    private sealed class Gate : ReceiveActor
    {
        public Gate() => Receive<string>(text => text.Length > 0 && text.All(char.IsAsciiDigit), text => FromHostile.Take(Number(text)));
    }

    private sealed class Talking : ReceiveActor
    {
        public static readonly object Again = new();

        public Talking(IActorRef there)
        {
            Receive<string>(text => Bystander.Take(Number(text)));
            ReceiveAny(_ => there.Tell($"{Bystander.Next()}"));
        }
    }
}
