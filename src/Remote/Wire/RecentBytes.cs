using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Numerics;

namespace AkkaInstrumentation;

/// <summary>
/// What bytes that have arrived mean, for those that come again and again, so that it is made once. Each has one place, and the latest there is kept: memory is bounded
/// whatever other nodes send. Any thread. A race is benign: who does not find a value makes an equal one.
/// </summary>
/// <param name="maxLength">Longer bytes are not kept.</param>
internal sealed class RecentBytes<T>(int maxLength)
{
    internal const int Places = 1 << PlaceBits;

    private const int PlaceBits = 8;

    private readonly Entry?[] _entries = new Entry?[Places];

    public bool TryGet(ReadOnlySpan<byte> bytes, [MaybeNullWhen(false)] out T value)
    {
        if (Volatile.Read(ref _entries[PlaceOf(bytes)]) is { } known && bytes.SequenceEqual(known.Bytes))
        {
            value = known.Value;
            return true;
        }

        value = default;
        return false;
    }

    public void Keep(ReadOnlySpan<byte> bytes, T value)
    {
        if (bytes.Length <= maxLength)
        {
            Volatile.Write(ref _entries[PlaceOf(bytes)], new Entry(bytes.ToArray(), value));
        }
    }

    // All bytes count: names of types differ in the middle.
    private static int PlaceOf(ReadOnlySpan<byte> bytes)
    {
        var hash = (ulong)bytes.Length;
        for (; bytes.Length >= sizeof(ulong); bytes = bytes[sizeof(ulong)..])
        {
            hash = Mix(hash, BinaryPrimitives.ReadUInt64LittleEndian(bytes));
        }

        foreach (var rest in bytes)
        {
            hash = Mix(hash, rest);
        }

        return (int)(hash >> (64 - PlaceBits));
    }

    private static ulong Mix(ulong hash, ulong next) => (BitOperations.RotateLeft(hash, 5) ^ next) * 0x9E3779B97F4A7C15;

    private sealed record Entry(byte[] Bytes, T Value);
}
