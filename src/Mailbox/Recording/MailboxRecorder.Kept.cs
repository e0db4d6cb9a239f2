using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

// The records that unsampled messages leave while traces are kept. While none are, nothing here runs.
internal sealed partial class MailboxRecorder
{
    /// <summary>Leaves the records of unsampled messages; null while nothing is kept. Running thread.</summary>
    internal KeptHandler? Kept => _kept;

    // As TryCount and TryEnd, where the message leaves a record too.
    private bool TryKeep(bool taken, in StampedEnvelope next)
    {
        if (!taken && Observer is null)
        {
            EndKept();
            _state = RecorderState.Idle;
            return true;
        }

        if (!taken || !next.Stamp.IsNone || _kept is not { } kept || _cells.FindPlain(next.Message.GetType()) is not { } cell)
        {
            return false;
        }

        var now = Stopwatch.GetTimestamp();
        var need = cell.Info.ActivityNeed;
        if (NeedsActivity(need, now)
            || !(next.Origin is null or KeptOrigin { IsPlain: true } || ReferenceEquals(next.Origin, NonRecordingContext.WithoutId))
            || _system.Settings.Filter is not null
            || Candidate.HasMore
            || !HandlerContext.TryContinue(need.WithoutActivity))
        {
            return false;
        }

        kept.Next(cell, next.Origin, next.Sender, now, _owner.Last);
        Candidate.BeginPlain(now);
        if (_toCounts)
        {
            cell.Count();
        }

        return true;
    }

    // The state in which the next message may need no more than the last one.
    private RecorderState Plain => _kept is null ? RecorderState.Counting : RecorderState.Keeping;

    // The handler of the last message has ended. Returns the time if it was read.
    private long EndKept(long now = 0) => _kept is { Run: not 0 } kept ? kept.End(now) : now;

    // What the last run has left goes on, or ends.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void BeginKept(ThreadContext thread)
    {
        _kept = _toSpans ? (KeptHandler?)_system.Observer.Record(_kept, Self.Path) : null;
        thread.Kept = _kept;
        if (_kept is { Run: not 0 })
        {
            _kept.TakeOver(_owner.Last, IsAwaiting);
        }
    }

    // A run inside a handler gives the thread back what it had.
    private void EndKept(int run, ThreadContext thread, UnsampledMessage? outer)
    {
        if (_kept is { } kept && kept.Run == run && !IsAwaiting)
        {
            kept.Leave(run);
        }

        if (!ReferenceEquals(thread.Kept, outer))
        {
            thread.Kept = outer;
        }
    }
}
