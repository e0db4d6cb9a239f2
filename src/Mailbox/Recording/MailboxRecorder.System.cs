using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

// The system messages of the mailbox.
internal sealed partial class MailboxRecorder
{
    /// <summary>
    /// The actor handles a system message next. The handler of its last message has ended, or awaits. The trace of the system message flows until the
    /// next message is taken, the next marker, or the end of the run. Running thread. Never throws.
    /// </summary>
    /// <param name="marker">The marker that its sender has enqueued before it.</param>
    internal void BeginSystemMessage(SystemMessageMarker marker)
    {
        if (!IsInRun || !IsRecording)
        {
            marker.Tracked?.Ended();
            marker.Failure?.Restarted();
            return;
        }

        IsAtWork = true;
        TelemetryFault.Guard(TelemetryFault.Listener, (Recorder: this, marker), static it => it.Recorder.BeginSystemMessageCore(it.marker));
        IsAtWork = false;
    }

    private void BeginSystemMessageCore(SystemMessageMarker marker)
    {
        _state = RecorderState.InSystemMessage;
        var hasEnded = !IsAwaiting;
        if (hasEnded)
        {
            // The failure of a handler that awaited has yet to be reported.
            if (_isOpen && !Failures.HasThrown(Cell!.CurrentEnvelopeId))
            {
                EndMessage();
            }

            if (_kept is not null && !Failures.HasThrown(Cell!.CurrentEnvelopeId))
            {
                EndKept();
            }

            Observer?.Rests();
        }

        EndSystemMessage();
        if (marker.Failure is not null)
        {
            // Until the restart ends, every message to the actor is timed, so that a retry is among the messages that are examined.
            _timing = null;
        }

        _hasSystemMessage = true;
        _systemMessage.Begin(this, marker, _toSpans, hasEnded);
    }

    private void EndSystemMessage()
    {
        if (_hasSystemMessage)
        {
            EndSystemMessageCore();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EndSystemMessageCore()
    {
        _hasSystemMessage = false;
        if (_systemMessage.End())
        {
            _timing = UsualTiming;
        }
    }
}
