using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// What the instrumentation itself takes of the dispatchers' threads for messages that are timed or traced: of 64 one is
/// measured, chosen by chance, and stands for all. Messages that are only counted never come here; their few nanoseconds are not in it.
/// </summary>
internal sealed class SelfCost
{
    private const int Shift = 6;

    private long _ticks;

    public double Seconds => Ticks.ToSeconds(Interlocked.Read(ref _ticks));

    /// <summary>Work for a message begins. Returns what <see cref="End"/> needs: 0 for most.</summary>
    public static long Begin() => Coin.Throw() < Coin.Always >> Shift ? Stopwatch.GetTimestamp() : 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void End(long begun)
    {
        if (begun != 0)
        {
            Add(Stopwatch.GetTimestamp() - begun);
        }
    }

    /// <param name="ticks">What a piece of work that was chosen has taken.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Add(long ticks) => Interlocked.Add(ref _ticks, ticks << Shift);
}
