using System.Buffers.Binary;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>What the peers' process counted.</summary>
/// <param name="Sent">Numbered messages that the hostile node sent between its attacks.</param>
/// <param name="Attacks">Its attacks.</param>
/// <param name="Got">The last number that the bystander got.</param>
/// <param name="Wrong">How often a number was not the next one there.</param>
internal sealed record PeerCounts(long Sent, long Attacks, long Got, long Wrong);

/// <summary>
/// A process of two nodes without this library, over real sockets. One is hostile: it sends damaged, nested and empty envelopes, and answers in
/// the name of the other one, the bystander, which gets numbered messages and must not lose any.
/// </summary>
internal static class PeerChild
{
    public const string Command = "peer";
    public const string Gate = "gate";

    private const string Asking = "system/akka-instrumentation-remote-2-1943";
    private const int NestedBytes = 100_000;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    // Version, an empty context, the identifier of the envelopes' own serializer, an empty manifest.
    private static readonly byte[] Header = [1, 0, 0, 0x97, 0x07, 0, 0, 0, 0];

    public static async Task<int> Run(string day)
    {
        var config = ConfigurationFactory.ParseString(RawBytesSerializer.Hocon + Day.Remoting);
        using var hostile = ActorSystem.Create("hostile", config);
        using var bystander = ActorSystem.Create("bystander", config);
        var (got, wrong) = (0L, 0L);
        Action<long> take = number => (wrong, got) = (wrong + (number == got + 1 ? 0 : 1), number);
        var standing = bystander.ActorOf(Props.Create(() => new Standing(take)), "bystander");
        var provider = ((ExtendedActorSystem)hostile).Provider;
        var other = ((ExtendedActorSystem)bystander).Provider.DefaultAddress;
        NodeProcess.Write($"{other}/user/{standing.Path.Name}");

        using var ends = new CancellationTokenSource();
        var (gate, asking) = (provider.ResolveActorRef($"{day}/user/{Gate}"), provider.ResolveActorRef($"{day}/{Asking}"));
        var forged = provider.ResolveActorRef($"{other}/{Asking}");
        var (sent, attacks) = (0L, 0L);
        var attack = Task.Run(async () =>
        {
            for (var random = new Random(1); await Wait.For(Pause, ends.Token); attacks++)
            {
                gate.Tell(Bytes(random, attacks), ActorRefs.NoSender);
                asking.Tell(new ActorIdentity($"{attacks % 100}", forged), forged);
                asking.Tell(new ActorIdentity($"{attacks % 100}", forged), provider.RootGuardian);
                gate.Tell($"{++sent}", ActorRefs.NoSender);
            }
        });
        await Console.In.ReadLineAsync();
        await ends.CancelAsync();
        await attack;
        NodeProcess.Write(sent);
        while (await Console.In.ReadLineAsync() is not null)
        {
            NodeProcess.Write(new PeerCounts(sent, attacks, Volatile.Read(ref got), Volatile.Read(ref wrong)));
        }

        return 0;
    }

    private static RawBytes Bytes(Random random, long number)
    {
        switch (number % 4)
        {
            case 0:
                return new([]);
            case 1:
                var nested = new byte[NestedBytes];
                for (var place = 0; place + Header.Length <= nested.Length; place += Header.Length)
                {
                    Header.CopyTo(nested, place);
                }

                return new(nested);
            case 2:
                var noise = new byte[random.Next(200)];
                random.NextBytes(noise);
                return new(noise);
            default:
                // A whole envelope of a text, a part of which is damaged.
                byte[] text = [1, 30, 0, .. Enumerable.Repeat((byte)random.Next(256), 30), 17, 0, 0, 0, 1, 0, (byte)'S', .. "text"u8];
                BinaryPrimitives.WriteInt16LittleEndian(text.AsSpan(random.Next(text.Length - 1)), (short)random.Next());
                return new(text);
        }
    }

    private sealed class Standing : ReceiveActor
    {
        public Standing(Action<long> got) => Receive<string>(text =>
        {
            got(long.Parse(text, System.Globalization.CultureInfo.InvariantCulture));
            Sender.Tell(text);
        });
    }
}
