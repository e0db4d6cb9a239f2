using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Random numbers for sampling, one sequence for each thread: nothing is shared between senders. A 64-bit linear
/// congruential generator with Knuth's MMIX constants, of which the upper half is used. Not for secrets.
/// </summary>
internal static class Coin
{
    /// <summary>A threshold that every throw stays below: thresholds are shares of 2^32.</summary>
    public const ulong Always = 1UL << 32;

    [ThreadStatic]
    private static ulong t_state;

    /// <summary>A number from 0 to 2^32 - 1; it is below a threshold with the probability threshold / 2^32.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Throw()
    {
        ref var state = ref t_state;
        if (state == 0)
        {
            state = Seed();
        }

        state = (state * 6364136223846793005UL) + 1442695040888963407UL;
        return state >> 32;
    }

    /// <summary>A number from 0 to <paramref name="bound"/> - 1, where the bound is at most <see cref="Always"/>.</summary>
    public static ulong ThrowBelow(ulong bound) => (Throw() * bound) >> 32;

    public static ulong Threshold(double share) => (ulong)(share * Always);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong Seed() => (ulong)Random.Shared.NextInt64() | 1;
}
