using System.Buffers.Binary;
using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Trace ids that several threads compute without synchronization, from the actor system's seed and the time.
/// SplitMix64 (G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014) spreads them evenly.
/// </summary>
internal static class SharedIds
{
    public static ActivityTraceId Of(ulong seed, long tick)
    {
        Span<byte> bytes = stackalloc byte[16];
        var state = seed ^ (ulong)tick;
        BinaryPrimitives.WriteUInt64BigEndian(bytes, Next(ref state));
        BinaryPrimitives.WriteUInt64BigEndian(bytes[8..], Next(ref state) | 1);
        return ActivityTraceId.CreateFromBytes(bytes);
    }

    private static ulong Next(ref ulong state)
    {
        var mixed = state += 0x9E3779B97F4A7C15;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    }
}
