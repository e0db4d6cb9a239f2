using System.Buffers.Binary;
using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// Decides how many traces are taken: some as they begin, a few because they failed. The names of the first spans, or of the failed ones, share both
/// limits fairly. A name is rare if no span with it was in a taken trace for some seconds. A trace with a rare span is taken even in the middle, so
/// that a rare actor is seen although its traces begin like many others. If too many traces with one name begin, those with high ids are taken, so
/// that the nodes of a cluster mostly take the same traces. Any thread.
/// </summary>
internal sealed class TracePicker
{
    /// <summary>The number of traces per second that are taken as they begin; as many more after a rest.</summary>
    public const int Begun = 15;

    /// <summary>The number of traces per second that are taken because a span failed; as many more after a rest.</summary>
    public const int Failed = 5;

    /// <summary>The number of spans per second that are recorded in traces that are not taken, if only the dashboard samples, because a rare span may
    /// follow.</summary>
    public const int Followed = 2_000;

    private const int MaxNames = 1_000;

    private static readonly long Rare = 5 * Stopwatch.Frequency;

    // The limit lets through more ids than needed, because their number varies.
    private const double Spare = 1.5;

    private readonly FairLimit _begun = new(Begun, Begun);
    private readonly FairLimit _failed = new(Failed, Failed);
    private readonly FairLimit _followed = new(Followed, Followed);
    private readonly FairShare _all = new();
    private readonly Capped<string, SpanName> _names = new(MaxNames, static _ => FoldedNames.Other, static name => new(name));

    /// <summary>Names beyond a thousand count as one.</summary>
    public SpanName Find(string name) => _names.For(name);

    /// <summary>Takes a trace that begins, if its id is high enough.</summary>
    public bool TryBegin(SpanName name, ActivityTraceId id, long now) => name.Offer(id) && TryBegin(name, now);

    /// <summary>Takes a trace that begins.</summary>
    public bool TryBegin(SpanName name, long now) => _begun.TryTake(name.Begun, now, out _);

    /// <summary>Takes a trace in which a span has failed.</summary>
    public bool TryFail(SpanName name, long now) => _failed.TryTake(name.Failed, now, out _);

    /// <summary>Records a span of a trace that is not taken.</summary>
    public bool TryFollow(long now) => _followed.TryTake(_all, now, out _);

    /// <summary>A trace that was taken had no span of an actor.</summary>
    public void GiveBack() => _begun.GiveBack();

    /// <summary>A second has passed.</summary>
    public void Renew()
    {
        foreach (var name in _names)
        {
            name.Renew();
        }
    }

    /// <summary>The traces that begin with spans of one name, or in which one of these failed.</summary>
    internal sealed class SpanName(string text)
    {
        private int _offered;
        private ulong _minId;
        private long _keptAt = long.MinValue / 2;

        public string Text => text;

        public FairShare Begun { get; } = new();

        public FairShare Failed { get; } = new();

        /// <summary>A span of this name belongs to a trace that was taken.</summary>
        public void Kept(long now) => Volatile.Write(ref _keptAt, now);

        /// <summary>Whether no span of this name was in a taken trace for some seconds.</summary>
        public bool IsRare(long now) => now - Volatile.Read(ref _keptAt) > Rare;

        /// <summary>Whether the id is high enough.</summary>
        public bool Offer(ActivityTraceId id)
        {
            Interlocked.Increment(ref _offered);
            Span<byte> bytes = stackalloc byte[16];
            id.CopyTo(bytes);
            return BinaryPrimitives.ReadUInt64BigEndian(bytes[8..]) >= Volatile.Read(ref _minId);
        }

        public void Renew()
        {
            var share = Spare * TracePicker.Begun / Math.Max(1, Interlocked.Exchange(ref _offered, 0));
            Volatile.Write(ref _minId, share >= 1 ? 0 : (ulong)((1 - share) * ulong.MaxValue));
        }
    }
}
