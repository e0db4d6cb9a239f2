using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;
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

/// <summary>
/// The probability with which a trace was sampled, in the format of OpenTelemetry's <c>tracestate</c>: <c>ot=th:c</c>. Backends use it to weight a
/// span. The threshold is the rejected share of 2^56, in hexadecimal digits without trailing zeros. A trace is sampled if its random number is not
/// below the threshold. That number is the end of the trace id, or <c>rv</c> if the id would contradict the decision. Immutable; one object for each
/// ratio.
/// </summary>
internal sealed class SamplingThreshold
{
    private const int Digits = 14;
    private const ulong End = 1UL << (4 * Digits);

    private readonly ulong _rejected;
    private readonly string _state;

    /// <param name="share">The share that is sampled, of <see cref="SamplingRandom.Always"/>; above zero.</param>
    public SamplingThreshold(ulong share)
    {
        _rejected = End - (share * (End / SamplingRandom.Always));
        var digits = _rejected.ToString("x14", CultureInfo.InvariantCulture).TrimEnd('0');
        _state = $"ot=th:{(digits.Length == 0 ? "0" : digits)}";
    }

    /// <summary>The threshold if every trace is sampled.</summary>
    public static SamplingThreshold All { get; } = new(SamplingRandom.Always);

    /// <summary>The <c>tracestate</c> of a trace that was sampled. A new text is created only if the id contradicts the decision.</summary>
    public string StateFor(ActivityTraceId trace)
    {
        if (_rejected == 0)
        {
            return _state;
        }

        Span<byte> id = stackalloc byte[16];
        trace.CopyTo(id);
        return BinaryPrimitives.ReadUInt64BigEndian(id[8..]) % End >= _rejected
            ? _state
            : string.Create(CultureInfo.InvariantCulture, $"{_state};rv:{Random.Shared.NextInt64((long)_rejected, (long)End):x14}");
    }
}
