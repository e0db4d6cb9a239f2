using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>How many traces may still be taken in the present second: some as they begin, a few because they failed. Any thread.</summary>
internal sealed class TracePicker
{
    /// <summary>Traces taken as they begin, a second.</summary>
    public const int Begun = 15;

    /// <summary>Traces taken because a span failed, a second. The two together are the limit of the dashboard.</summary>
    public const int Failed = 5;

    private int _begun;
    private int _failed;

    /// <summary>Takes a trace that begins.</summary>
    public bool TryBegin() => Volatile.Read(ref _begun) < Begun && Interlocked.Increment(ref _begun) <= Begun;

    /// <summary>Takes a trace of which a span has failed.</summary>
    public bool TryFail() => Volatile.Read(ref _failed) < Failed && Interlocked.Increment(ref _failed) <= Failed;

    /// <summary>A trace that was taken had no span of an actor.</summary>
    public void GiveBack()
    {
        // The second in which it was taken may be over.
        var begun = Volatile.Read(ref _begun);
        if (begun > 0)
        {
            Interlocked.CompareExchange(ref _begun, begun - 1, begun);
        }
    }

    /// <summary>A second has passed.</summary>
    public void Renew()
    {
        Volatile.Write(ref _begun, 0);
        Volatile.Write(ref _failed, 0);
    }
}
