using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Random numbers for sampling. Each thread has its own sequence, so senders share nothing. A 64-bit linear
/// congruential generator with Knuth's MMIX constants; its upper half is used. Not for secrets.
/// </summary>
internal static class SamplingRandom
{
    /// <summary>A threshold above every random number. Thresholds are shares of 2^32.</summary>
    public const ulong Always = 1UL << 32;

    [ThreadStatic]
    private static ulong t_state;

    /// <summary>A number from 0 to 2^32 - 1. It is below a threshold with the probability threshold / 2^32.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Next()
    {
        ref var state = ref t_state;
        if (state == 0)
        {
            state = Seed();
        }

        state = (state * 6364136223846793005UL) + 1442695040888963407UL;
        return state >> 32;
    }

    public static ulong Threshold(double share) => (ulong)(share * Always);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong Seed() => (ulong)Random.Shared.NextInt64() | 1;
}
