using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>The begin and the end of an actor at the recorder of its mailbox.</summary>
internal static class MailboxLifecycle
{
    /// <summary>
    /// The actor starts. The starting thread and a first run may both call this at the same time. Only one of them registers the mailbox.
    /// </summary>
    public static void Attach(this MailboxRecorder mailbox, ActorCell cell)
    {
        var system = mailbox.Instrumentation;
        var rules = mailbox.Messages.Attach(system, cell);
        mailbox.Relay ??= MailboxRelay.For(rules);
        var isFirst = mailbox.Owner.Attach(cell, system, rules);
        mailbox.KeepLast(rules);
        if (isFirst)
        {
            mailbox.Type!.Mailboxes.Add(mailbox);
            system.ActorStarted(cell);
        }
    }

    /// <summary>
    /// Does the same when the first message arrives, because a dispatcher that is not instrumented does not attach the actor. Its reference knows the
    /// cell by then. Returns null when it does not. Running thread.
    /// </summary>
    public static ActorTypeInfo? AttachToOwner(this MailboxRecorder mailbox)
    {
        if (mailbox.Owner.Underlying is { } cell)
        {
            mailbox.Running.BecomeForeign();
            mailbox.Attach(cell);
            mailbox.Instrumentation.RunsOn(cell.Dispatcher, mailbox.Messages.Rules);
        }

        return mailbox.Type;
    }

    /// <summary>
    /// The mailbox is closed. Nothing may stay open, and its counts move to the actor type. Called in the actor's last run. Never throws.
    /// </summary>
    public static void Detach(this MailboxRecorder mailbox)
    {
        try
        {
            mailbox.Running.CloseForGood(mailbox);
            mailbox.Failures.ExpectNothing();
            if (mailbox.Type is { } type)
            {
                if (mailbox.IsCounting)
                {
                    mailbox.Relay?.Stopped(type);
                }

                type.Mailboxes.Remove(mailbox);
                mailbox.Instrumentation.ActorStopped(mailbox.Self, type);
            }
        }
        catch (Exception e)
        {
            // A listener threw. The waiting messages must still go to the dead letters.
            TelemetryFault.Report(TelemetryFault.Listener, e);
        }
    }
}
