using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The time that the instrumentation takes on dispatchers' threads, for messages that are timed or traced. One of 64 is
/// measured, chosen at random, and stands for all. Messages that are only counted never get here; their few nanoseconds are not included.
/// </summary>
internal sealed class InstrumentationOverhead
{
    private const int Shift = 6;

    private long _ticks;

    public double Seconds => Ticks.ToSeconds(Interlocked.Read(ref _ticks));

    /// <summary>Called when work for a message begins. Returns the value that <see cref="End"/> needs: 0 for most messages.</summary>
    public static long Begin() => SamplingRandom.Next() < SamplingRandom.Always >> Shift ? Stopwatch.GetTimestamp() : 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void End(long begun)
    {
        if (begun != 0)
        {
            Add(Stopwatch.GetTimestamp() - begun);
        }
    }

    /// <param name="ticks">The duration of a measured piece of work.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Add(long ticks) => Interlocked.Add(ref _ticks, ticks << Shift);
}
