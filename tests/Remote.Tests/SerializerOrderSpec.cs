using System.Text;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// A message that travels as without this library has its own identifier and manifest. The serializer of envelopes keeps them for its thread from one
/// call of Akka's to the next.
/// </summary>
public sealed class SerializerOrderSpec
{
    /// <summary>If this fails with another version of Akka, the serializer of envelopes has to find another way.</summary>
    [Fact]
    public async Task Akka_reads_bytes_identifier_and_manifest_of_a_message_one_after_the_other_on_one_thread()
    {
        const int Messages = 200;
        var network = Node.Network();
        await using var here = Node.StartPlain(network, 1, NotingSerializer.Hocon);
        await using var there = Node.StartPlain(network, 2, NotingSerializer.Hocon);
        var got = new ConcurrentQueue<object>();
        there.ActorOf((_, message) => got.Enqueue(message), "end");
        var end = await here.Find(there, "end");
        for (var i = 0; i < Messages; i++)
        {
            end.Tell(new Noted(i), ActorRefs.NoSender);
        }

        await Eventually.Equal(Messages, () => got.Count);
        Assert.Equal(
            Enumerable.Range(0, Messages).Select(i => $"bytes of {i}, identifier, manifest of {i}"),
            NotingSerializer.Calls.Select(calls => string.Join(", ", calls)).Order(new ByNumber()));
    }

    [Fact]
    public async Task Threads_that_write_at_once_see_the_identifier_and_the_manifest_of_their_own_messages()
    {
        await using var node = Node.Start(Node.Network(), 1);
        var serialization = node.Serialization();
        object[] messages = ["text", 1, 1L, new Identify("id"), new ActorIdentity("id", null), PoisonPill.Instance, new Address("akka", "a")];
        await Task.WhenAll(Enumerable.Range(0, 8).Select(thread => Task.Factory.StartNew(
            () =>
            {
                for (var i = 0; i < 2_000; i++)
                {
                    var message = messages[(thread + i) % messages.Length];
                    var envelope = new RemoteEnvelope(message);
                    var (serializer, own) = (serialization.FindSerializerFor(envelope), serialization.FindSerializerFor(message));
                    var bytes = serializer.ToBinary(envelope);
                    Assert.Equal(own.ToBinary(message), bytes);
                    Assert.Equal(own.Identifier, serializer.Identifier);
                    Assert.Equal(
                        Akka.Serialization.Serialization.ManifestFor(own, message),
                        Akka.Serialization.Serialization.ManifestFor(serializer, envelope));
                    Assert.NotEqual(own.Identifier, serializer.Identifier);
                }
            },
            TaskCreationOptions.LongRunning)));
    }

    /// <summary>A message that cannot be written leaves nothing to the next one on its thread.</summary>
    [Fact]
    public async Task A_message_that_cannot_be_written_leaves_no_identifier_behind()
    {
        await using var node = Node.Start(Node.Network(), 1, NotingSerializer.Hocon);
        var serialization = node.Serialization();
        var written = new RemoteEnvelope("text");
        var serializer = serialization.FindSerializerFor(written);
        var enveloped = serializer.Identifier;
        _ = serializer.ToBinary(written);
        Assert.NotEqual(enveloped, serializer.Identifier);

        Assert.Throws<InvalidOperationException>(() => serializer.ToBinary(new RemoteEnvelope(new Noted(-1))));

        Assert.Equal((enveloped, ""), (serializer.Identifier, Akka.Serialization.Serialization.ManifestFor(serializer, written)));
    }

    private sealed record Noted(int Number);

    private sealed class ByNumber : IComparer<string>
    {
        public int Compare(string? x, string? y) => Number(x!).CompareTo(Number(y!));

        private static int Number(string calls) => int.Parse(calls.Split(' ', ',')[2], CultureInfo.InvariantCulture);
    }

    private sealed class NotingSerializer(ExtendedActorSystem system) : Akka.Serialization.SerializerWithStringManifest(system)
    {
        [ThreadStatic]
        private static List<string>? t_calls;

        /// <summary>For each message, what was called on its thread from its bytes to its manifest.</summary>
        public static ConcurrentQueue<List<string>> Calls { get; } = new();

        public static string Hocon { get; } =
            $$"""
            akka.actor {
              serializers.noting = "{{typeof(NotingSerializer).AssemblyQualifiedName}}"
              serialization-bindings."{{typeof(Noted).AssemblyQualifiedName}}" = noting
              serialization-identifiers."{{typeof(NotingSerializer).AssemblyQualifiedName}}" = 91919
            }
            """;

        public override int Identifier
        {
            get
            {
                t_calls?.Add("identifier");
                return 91_919;
            }
        }

        public override byte[] ToBinary(object obj)
        {
            var number = ((Noted)obj).Number;
            if (number < 0)
            {
                throw new InvalidOperationException("not to be written");
            }

            t_calls = [$"bytes of {number}"];
            return Encoding.UTF8.GetBytes(number.ToString(CultureInfo.InvariantCulture));
        }

        public override string Manifest(object o)
        {
            t_calls!.Add($"manifest of {((Noted)o).Number}");
            Calls.Enqueue(t_calls);
            t_calls = null;
            return "N";
        }

        public override object FromBinary(byte[] bytes, string manifest) =>
            new Noted(int.Parse(Encoding.UTF8.GetString(bytes), CultureInfo.InvariantCulture));
    }
}
