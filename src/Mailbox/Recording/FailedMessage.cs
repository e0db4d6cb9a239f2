using System.Diagnostics;
using System.Reflection;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Records the failure that an actor reports to its supervisor. Called on the thread that runs the actor. If the handler threw, the call is made
/// inside the message. The mailbox keeps the state in its <see cref="FailureRecording"/>.
/// </summary>
internal static class FailedMessage
{
    /// <summary>The actor has reported a failure to its supervisor.</summary>
    public static void Failed(this MailboxRecorder mailbox, Exception cause)
    {
        if (mailbox is not { Cell: { } cell, Type: { } type })
        {
            return;
        }

        var message = cell.CurrentMessage;
        switch (mailbox.Failures.KindOf(cause, message, cell.CurrentEnvelopeId))
        {
            case FailureRecording.Kind.Start:
                StartFailed(mailbox, type, (ActorInitializationException)cause);
                break;
            case FailureRecording.Kind.Message:
                MessageFailed(mailbox, type, cell, message!, cause);
                break;
        }
    }

    /// <summary>See <see cref="FailureRecording.Decided"/>. Any thread.</summary>
    public static void Directed(this MailboxRecorder mailbox, Exception? cause, string? directive) => mailbox.Failures.Decided(cause, directive);

    // The handler of the actor's message threw.
    private static void MessageFailed(MailboxRecorder mailbox, ActorTypeInfo type, ActorCell cell, object message, Exception cause)
    {
        mailbox.Failures.Failed(cell.CurrentEnvelopeId);
        var now = Stopwatch.GetTimestamp();
        var settings = mailbox.Instrumentation.Settings;
        var failure = new FailedInvoke(cause, settings.MetricsEnabled ? type.Failure(cause.GetType()) : null, now, settings.ExceptionLength);
        if (mailbox.Candidate.IsBegun && mailbox.Instrumentation.RetroactiveSpans.Errors && mailbox.Running.Span is not { Recorded: true })
        {
            try
            {
                Trace(mailbox, type, cell, InnerMessage.Of(message), now);
            }
            catch (Exception e)
            {
                // A listener threw when the message's former span ended. The failure is still counted.
                TelemetryFault.Report(TelemetryFault.Listener, e);
            }
        }

        mailbox.Candidate.Forget(now);
        failure.Origin = mailbox.Roots is null ? null
            : mailbox.Running.Span is { } span ? SystemMessageMarker.OriginIn(span)
            : SystemMessageMarker.OriginHere(cause);
        mailbox.Running.Failed(failure);
        if (mailbox.Last is { } last)
        {
            last.End(now, hasFailed: true);
            failure.LastMessages = ShowLast(mailbox, last, cell, cause, now);
        }

        Expect(mailbox, failure);
    }

    // The last messages go to the log, within its limit, and to the message's span if it has one.
    private static string? ShowLast(MailboxRecorder mailbox, LastMessageRing last, ActorCell cell, Exception cause, long now)
    {
        var lines = mailbox.Instrumentation.FailureLines;
        var logs = lines.Takes(now, out var heldBack);
        if (!logs && mailbox.Running.Span is not { IsAllDataRequested: true })
        {
            return null;
        }

        var text = LastMessageLines.Of(last.Read());
        if (logs)
        {
            lines.Write(cell.Self.Path.ToString()!, cell.Props.Type, cause, text, heldBack);
        }

        return text;
    }

    // The actor failed to start or to restart.
    private static void StartFailed(MailboxRecorder mailbox, ActorTypeInfo type, ActorInitializationException failed)
    {
        var now = Stopwatch.GetTimestamp();
        var system = mailbox.Instrumentation;
        if (!mailbox.Candidate.IsOn || !system.RetroactiveSpans.Errors
            || RetroactiveSpan.OfStart(system.Spans, mailbox, type, failed is PostRestartException, mailbox.Candidate.BegunAt, system.RetroactiveSpans, now) is not { } span)
        {
            return;
        }

        var cause = Thrown(failed);
        SpanError.Write(span, cause, type.Failure(cause.GetType()).ErrorType, now, system.Settings.ExceptionLength);
        span.SetEndTime(Ticks.ToUtc(now));
        var failure = new FailedInvoke(failed, count: null) { Origin = SystemMessageMarker.OriginIn(span) };
        var current = new CurrentActivity();
        failure.Ended(span);
        current.Restore();
        Expect(mailbox, failure);
    }

    // The message was not sampled. It gets a span now.
    private static void Trace(MailboxRecorder mailbox, ActorTypeInfo type, ActorCell cell, object message, long now)
    {
        var (info, verdict) = mailbox.Messages.VerdictOf(type, message);
        if (!RetroactiveSpan.MayBegin(verdict, mailbox.Instrumentation.Settings.Filter, message))
        {
            return;
        }

        var span = mailbox.Candidate
            .About(mailbox, info, verdict, cell.Sender, now)
            .Start(RetroactiveSpan.Error, info.NameFor(message), mailbox.Instrumentation.RetroactiveSpans, now);
        if (span is not null)
        {
            mailbox.Running.Trace(info, span)?.Stop();
        }
    }

    // The supervisor's decision passes the actor's dispatcher. It cannot be observed when that dispatcher is not instrumented.
    private static void Expect(MailboxRecorder mailbox, FailedInvoke failure)
    {
        if (mailbox.Running.IsForeign)
        {
            failure.Decided(null);
        }
        else
        {
            mailbox.Failures.Expect(failure);
        }
    }

    // Akka and reflection wrap the exception that the actor's own code threw.
    private static Exception Thrown(Exception failed)
    {
        while (failed is ActorInitializationException or TargetInvocationException or TypeLoadException && failed.InnerException is { } inner)
        {
            failed = inner;
        }

        return failed;
    }
}
