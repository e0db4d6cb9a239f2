using System.Diagnostics.CodeAnalysis;

namespace AkkaInstrumentation;

/// <summary>
/// A cache of values that are decoded from bytes which arrive again and again. Each byte sequence has one place, and the latest value in that place
/// is kept, so memory is bounded whatever other nodes send. Any thread. A race is benign: a thread that does not find a value creates an equal one.
/// </summary>
/// <param name="maxLength">Longer bytes are not kept.</param>
internal sealed class RecentBytes<T>(int maxLength)
{
    // A power of two.
    internal const int Places = 256;

    private readonly Entry?[] _entries = new Entry?[Places];

    public delegate T Reading(ReadOnlySpan<byte> bytes);

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

    /// <summary>The value of the bytes. It is created if it is not known.</summary>
    public T Get(ReadOnlySpan<byte> bytes, Reading read)
    {
        if (!TryGet(bytes, out var value))
        {
            value = read(bytes);
            Keep(bytes, value);
        }

        return value;
    }

    public void Keep(ReadOnlySpan<byte> bytes, T value)
    {
        if (bytes.Length <= maxLength)
        {
            Volatile.Write(ref _entries[PlaceOf(bytes)], new Entry(bytes.ToArray(), value));
        }
    }

    private static int PlaceOf(ReadOnlySpan<byte> bytes)
    {
        var hash = default(HashCode);
        hash.AddBytes(bytes);
        return hash.ToHashCode() & (Places - 1);
    }

    private sealed record Entry(byte[] Bytes, T Value);
}
