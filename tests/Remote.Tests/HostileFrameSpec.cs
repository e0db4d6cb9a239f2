using System.Buffers.Binary;
using System.Runtime.Serialization;

namespace AkkaInstrumentation.Tests;

/// <summary>Whatever bytes another node sends as an envelope, the process goes on and no actor gets anything of this library's.</summary>
public sealed class HostileFrameSpec
{
    private const int LargestFrame = 128_000;
    private const int SmallStack = 256 * 1_024;

    // Of the envelope's serializer, and of Akka's for what is sent to a selection.
    private const int Own = 1943;
    private const int Containers = 6;

    private static readonly byte[] Header = [EnvelopeFormat.Version, 0, 0, 0, 0x97, 0x07, 0, 0, 0, 0];

    [Fact]
    public async Task Envelopes_inside_each_other_are_refused_on_a_small_stack()
    {
        await using var node = Node.Start(Node.Network(), 1);
        Assert.Equal(Own, BinaryPrimitives.ReadInt32LittleEndian(Header.AsSpan(4)));
        var bytes = new byte[LargestFrame];
        for (var place = 0; place + Header.Length <= bytes.Length; place += Header.Length)
        {
            Header.CopyTo(bytes, place);
        }

        var failure = OnSmallStack(() => Read(node, bytes));
        Assert.IsType<SerializationException>(failure);
    }

    [Fact]
    public async Task So_are_envelopes_with_a_message_of_Akkas_between_each_two()
    {
        await using var node = Node.Start(Node.Network(), 1);
        var bytes = EnvelopeFormat.Write([], 17, "S", "text"u8);
        while (bytes.Length < LargestFrame - 100)
        {
            bytes = EnvelopeFormat.Write([], Containers, "", InSelection(bytes));
        }

        var failure = OnSmallStack(() => Read(node, bytes));
        Assert.IsType<SerializationException>(failure);
    }

    [Fact]
    public async Task An_envelope_without_bytes_is_damaged()
    {
        await using var node = Node.Start(Node.Network(), 1);
        Assert.Throws<SerializationException>(() => Read(node, []));
        Assert.Throws<SerializationException>(() => Read(node, [0]));
    }

    [Fact]
    public async Task After_a_refusal_the_next_envelope_is_read()
    {
        await using var node = Node.Start(Node.Network(), 1);
        var good = EnvelopeFormat.Write([], 17, "S", "text"u8);
        Assert.Throws<SerializationException>(() => Read(node, EnvelopeFormat.Write([], Own, "", good)));
        Assert.Equal("text", Read(node, good));
        Assert.Throws<SerializationException>(() => Read(node, EnvelopeFormat.Write([], Containers, "", InSelection(good))));
        Assert.Equal("text", Read(node, good));
    }

    /// <summary>A whole frame gives what Akka makes of the message in it; a damaged one an exception, as any damaged message does.</summary>
    [Fact]
    public async Task Twenty_thousand_frames_give_what_Akka_makes_of_their_message_or_an_exception()
    {
        await using var node = Node.Start(Node.Network(), 1);
        var (messages, damaged) = (0, 0);
        for (var seed = 0; seed < 20_000; seed++)
        {
            var random = new Random(seed);
            int[] identifiers = [17, 17, 17, Containers, 4, Own, random.Next()];
            string[] manifests = ["S", "S", "I", "", "?"];
            var (identifier, manifest, message) =
                (identifiers[random.Next(identifiers.Length)], manifests[random.Next(manifests.Length)], Some(random, 40));
            var frame = EnvelopeFormat.Write(Some(random, 60), identifier, manifest, message);
            if (random.Next(3) == 0)
            {
                frame = Wrapped(random, frame);
            }

            var isWhole = BinaryPrimitives.ReadInt32LittleEndian(
                frame.AsSpan(4 + BinaryPrimitives.ReadUInt16LittleEndian(frame.AsSpan(2)))) == identifier && random.Next(2) == 0;
            var got = Outcome(() => Read(node, isWhole ? frame : Damaged(random, frame)));
            Assert.False(got is RemoteEnvelopeSerializer or RemoteEnvelope or RawEnvelope, $"seed {seed}: {got}");
            Assert.False(got is Exception and not SerializationException && IsOurs((Exception)got), $"seed {seed}: {got}");
            if (isWhole && identifier != Own && identifier != Containers)
            {
                var expected = Outcome(() => node.Serialization().Deserialize(message, identifier, manifest));
                Assert.True(expected is Exception ? expected.GetType() == got.GetType() : expected.Equals(got)
                    || expected is byte[], $"seed {seed}: {got} instead of {expected}");
            }

            (messages, damaged) = got is Exception ? (messages, damaged + 1) : (messages + 1, damaged);
        }

        Assert.InRange(messages, 2_000, 18_000);
        Assert.InRange(damaged, 2_000, 18_000);
    }

    private static object Read(Node node, byte[] bytes) => node.Serialization().Deserialize(bytes, Own, "");

    private static byte[] InSelection(byte[] bytes) =>
        [.. Field(1, [.. Field(1, bytes), 0x10, 0x97, 0x0F]), .. Field(2, [0x08, 0x01, .. Field(2, "end"u8)])];

    // A length-delimited field of Protobuf.
    private static byte[] Field(int number, ReadOnlySpan<byte> value)
    {
        List<byte> field = [(byte)((number << 3) | 2)];
        for (var left = value.Length; ; left >>= 7)
        {
            field.Add((byte)(left > 127 ? (left & 127) | 128 : left));
            if (left <= 127)
            {
                return [.. field, .. value];
            }
        }
    }

    private static byte[] Some(Random random, int below)
    {
        var bytes = new byte[random.Next(below)];
        random.NextBytes(bytes);
        return bytes;
    }

    private static byte[] Wrapped(Random random, byte[] frame) => random.Next(2) == 0
        ? EnvelopeFormat.Write(Some(random, 60), Own, "", frame)
        : EnvelopeFormat.Write(Some(random, 60), Containers, "", InSelection(frame));

    private static byte[] Damaged(Random random, byte[] frame)
    {
        byte[] damaged = [.. frame];
        for (var times = random.Next(4); times > 0; times--)
        {
            damaged[random.Next(random.Next(2) == 0 ? damaged.Length : Math.Min(12, damaged.Length))] = (byte)random.Next(256);
        }

        return random.Next(2) == 0 ? damaged : damaged[..random.Next(damaged.Length + 1)];
    }

    private static object Outcome(Func<object> read)
    {
        try
        {
            return read() ?? "null";
        }
        catch (Exception e)
        {
            return e;
        }
    }

    // Thrown by this library itself, not by the serializer of a message.
    private static bool IsOurs(Exception thrown) => thrown.TargetSite?.DeclaringType?.Namespace == typeof(RemoteEnvelope).Namespace;

    private static Exception? OnSmallStack(Action read)
    {
        Exception? failure = null;
        var thread = new Thread(
            () =>
            {
                try
                {
                    read();
                }
                catch (Exception e)
                {
                    failure = e;
                }
            },
            SmallStack);
        thread.Start();
        thread.Join();
        return failure;
    }
}
