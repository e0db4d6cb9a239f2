using System.Buffers.Binary;
using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// How many traces may still be taken in the present second: some as they begin, a few because they failed. Where more begin, those with high ids are taken, so
/// the nodes of a cluster mostly take the same ones. Any thread.
/// </summary>
internal sealed class TracePicker
{
    /// <summary>Traces taken as they begin, a second.</summary>
    public const int Begun = 15;

    /// <summary>Traces taken because a span failed, a second. The two together are the limit of the dashboard.</summary>
    public const int Failed = 5;

    // More ids than are needed are high enough, because their number varies.
    private const double Spare = 1.5;

    private int _begun;
    private int _failed;
    private int _offered;
    private ulong _minId;

    /// <summary>Takes a trace that begins, if its id is high enough.</summary>
    public bool TryBegin(ActivityTraceId id)
    {
        Interlocked.Increment(ref _offered);
        Span<byte> bytes = stackalloc byte[16];
        id.CopyTo(bytes);
        return BinaryPrimitives.ReadUInt64BigEndian(bytes[8..]) >= Volatile.Read(ref _minId) && TryBegin();
    }

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
        var share = Spare * Begun / Math.Max(1, Interlocked.Exchange(ref _offered, 0));
        Volatile.Write(ref _minId, share >= 1 ? 0 : (ulong)((1 - share) * ulong.MaxValue));
        Volatile.Write(ref _begun, 0);
        Volatile.Write(ref _failed, 0);
    }
}
