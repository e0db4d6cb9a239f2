using System.Buffers.Binary;
using System.Text;

namespace AkkaInstrumentation;

/// <summary>
/// The layout of an envelope. The frame is the same for all versions of the context, now and later, so that every reader finds the message:
/// <code>
/// version     1 byte
/// measured    1 byte: 0, or for a measured message one more than the shift of its weight
/// length      2 bytes, of the context
/// context     as the version defines
/// serializer  4 bytes, its identifier
/// length      2 bytes, of the manifest
/// manifest    UTF-8
/// message     the rest, as its serializer has made it
/// </code>
/// Numbers are little-endian.
/// </summary>
internal static class EnvelopeFormat
{
    /// <summary>The version of the context that this library writes, and the only one that it reads.</summary>
    public const byte Version = 1;

    private const int ContextStart = 4;
    private const int Fixed = ContextStart + 4 + 2;

    /// <summary>Bytes that the frame and the context add to a message and its manifest.</summary>
    public static int Overhead(int context) => Fixed + context;

    public static byte[] Write(ReadOnlySpan<byte> context, int serializer, string manifest, ReadOnlySpan<byte> message, int? shift = null)
    {
        var manifestLength = Encoding.UTF8.GetByteCount(manifest);
        var bytes = new byte[Fixed + context.Length + manifestLength + message.Length];
        bytes[0] = Version;
        bytes[1] = (byte)(shift + 1 ?? 0);
        BinaryPrimitives.WriteUInt16LittleEndian(bytes.AsSpan(2), checked((ushort)context.Length));
        context.CopyTo(bytes.AsSpan(ContextStart));
        var inner = bytes.AsSpan(ContextStart + context.Length);
        BinaryPrimitives.WriteInt32LittleEndian(inner, serializer);
        BinaryPrimitives.WriteUInt16LittleEndian(inner[4..], checked((ushort)manifestLength));
        Encoding.UTF8.GetBytes(manifest, inner[6..]);
        message.CopyTo(inner[(6 + manifestLength)..]);
        return bytes;
    }

    /// <summary>Finds the message in an envelope of any version. Returns false if the bytes are no envelope.</summary>
    public static bool TryRead(byte[] bytes, out Frame frame)
    {
        frame = default;
        if (bytes.Length < Fixed || bytes[0] == 0)
        {
            return false;
        }

        var context = BinaryPrimitives.ReadUInt16LittleEndian(bytes.AsSpan(2));
        var rest = bytes.AsSpan(ContextStart);
        if (rest.Length < context + 6)
        {
            return false;
        }

        var inner = rest[context..];
        var manifestLength = BinaryPrimitives.ReadUInt16LittleEndian(inner[4..]);
        if (inner.Length < 6 + manifestLength)
        {
            return false;
        }

        frame = new(
            bytes[0],
            bytes[1] is > 0 and <= TimingRate.MaxShift + 1 ? bytes[1] - 1 : null,
            bytes.AsMemory(ContextStart, context),
            BinaryPrimitives.ReadInt32LittleEndian(inner),
            bytes.AsMemory(ContextStart + context + 6, manifestLength),
            bytes.AsMemory(ContextStart + context + 6 + manifestLength));
        return true;
    }

    /// <param name="Version">The version of the context.</param>
    /// <param name="Shift">A measured message stands for 2^shift messages. Null for other messages, and for a weight above the limit.</param>
    /// <param name="Context">The context.</param>
    /// <param name="Serializer">The identifier of the message's serializer.</param>
    /// <param name="Manifest">The message's manifest, as UTF-8; empty for none.</param>
    /// <param name="Message">The message's bytes.</param>
    public readonly record struct Frame(byte Version, int? Shift, ReadOnlyMemory<byte> Context, int Serializer,
        ReadOnlyMemory<byte> Manifest, ReadOnlyMemory<byte> Message);
}
