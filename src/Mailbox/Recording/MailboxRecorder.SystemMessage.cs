using Akka.Actor.Internal;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

// A system message, such as a restart or a Terminated: it ends the handler before it, and its trace flows while the actor handles it.
internal sealed partial class MailboxRecorder
{
    /// <summary>
    /// The actor handles a system message next. The handler of its last message has ended, or awaits. The trace of the system message flows until the
    /// next message is taken, the next marker, or the end of the run. Running thread. Never throws.
    /// </summary>
    /// <param name="marker">What its sender has enqueued before it.</param>
    internal void BeginSystemMessage(SystemMessageMarker marker)
    {
        if (!IsInRun || !IsRecording)
        {
            marker.Tracked?.Ended();
            marker.Failure?.Restarted();
            return;
        }

        IsAtWork = true;
        try
        {
            _state = RecorderState.InSystemMessage;
            var hasEnded = !IsAwaiting;
            if (hasEnded)
            {
                // The failure of a handler that awaited has yet to be reported.
                if (IsOpen && !Failures.HasThrown(Cell!.CurrentEnvelopeId))
                {
                    EndMessage();
                }

                Relay?.End();
            }

            EndSystemMessage();
            if (marker.Failure is { } failure)
            {
                // Until its end every message to the actor is timed, so that a retry is among those that are looked at.
                (_restarting, _timing) = (failure, null);
            }

            _systemMessage = marker.Tracked;
            _systemMessage?.Began(span: null);
            var origin = marker.WaitForMessage();
            if (_toSpans)
            {
                EnterSystemMessage(OriginOf(marker.Message, origin), hasEnded);
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }

        IsAtWork = false;
    }

    private void EndSystemMessage()
    {
        if (_systemMessage is { } ended)
        {
            _systemMessage = null;
            ended.Ended();
        }

        if (_restarting is { } failure)
        {
            (_restarting, _timing) = (null, Last is null ? _type!.Timing : TimingRate.All);
            failure.Restarted();
        }
    }

    // A restart or a stop waits until the actor's children have stopped. The end of the last one finishes it, and belongs to it from then on.
    private MessageOrigin? OriginOf(SystemMessage message, MessageOrigin? origin)
    {
        var children = Cell!.ChildrenContainer;
        var waitsFor = (children as TerminatingChildrenContainer)?.Reason;
        if (message is Recreate && waitsFor is SuspendReason.Recreation)
        {
            // Akka keeps it, and runs it at once when the first restart has ended. Nothing shows where the one ends and the other begins.
            (origin, _finishing) = (null, null);
        }
        else if (message is Recreate or Terminate && waitsFor is not SuspendReason.Termination)
        {
            _finishing = children.Children.Count > 0 ? origin : null;
        }
        else if (message is DeathWatchNotification { Actor: var ended }
            && waitsFor is SuspendReason.Recreation or SuspendReason.Termination
            && children.Children.Count == 1
            && children.TryGetByRef(ended, out _))
        {
            (origin, _finishing) = (_finishing, null);
        }

        return origin;
    }

    // A handler that awaits keeps the activity that this thread has taken for it.
    private void EnterSystemMessage(MessageOrigin? origin, bool hasEnded)
    {
        if (hasEnded && origin is { IsRecorded: false, IsUndecidedRoot: false, NonRecording: not null })
        {
            EnterUnsampled(origin, Type!.Unsampled);
        }
        else
        {
            EnterWithoutSpan(origin, passesThrough: origin is { IsRecorded: true });
        }
    }
}
