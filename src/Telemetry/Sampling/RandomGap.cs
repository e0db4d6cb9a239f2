using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Chooses one in 2^k of a row of events at random, and draws a random number only when it has chosen. The k may be another one for each event. One
/// thread at a time uses it.
/// <para>
/// The distance to the next chosen event is exponentially distributed, and each event with probability p uses up -ln(1 - p) of it. An exponential
/// distribution has no memory, so each event is chosen with its own p, independently of all others. (Devroye, Non-Uniform Random Variate Generation,
/// 1986, chapter X.2: the geometric distribution from the exponential one.)
/// </para>
/// </summary>
internal struct RandomGap
{
    private static readonly double[] Used = [.. Enumerable.Range(0, TimingRate.MaxShift + 1).Select(static shift => -Math.Log(1 - Math.ScaleB(1, -shift)))];

    private double _left;

    public RandomGap() => _left = Draw();

    /// <summary>Whether this event is chosen.</summary>
    /// <param name="shift">The k of its probability, 0 to <see cref="TimingRate.MaxShift"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Ends(int shift)
    {
        _left -= Used[shift];
        return !(_left > 0) && EndsCore();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool EndsCore()
    {
        _left = Draw();
        return true;
    }

    // of a number above 0 and up to 1
    private static double Draw() => -Math.Log((SamplingRandom.Next() + 1.0) / SamplingRandom.Always);
}
