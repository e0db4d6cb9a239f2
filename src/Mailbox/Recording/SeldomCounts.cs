namespace AkkaInstrumentation;

/// <summary>Counts rare events of a mailbox's messages or of its actor.</summary>
internal static class SeldomCounts
{
    /// <summary>The mailbox was full, so a message went to the dead letters. Sender's thread.</summary>
    public static void Dropped(this MailboxRecorder mailbox) => TypeOf(mailbox)?.Dropped(DropReasons.Overflow);

    /// <summary>The actor stashed a message. Actor's thread.</summary>
    public static void Stashed(this MailboxRecorder mailbox)
    {
        mailbox.Last?.Expect(AkkaMessageOutcome.Stashed);
        TypeOf(mailbox)?.CountStashed();
    }

    /// <summary>A message returns from the stash after this number of ticks. Actor's thread.</summary>
    public static void Unstashed(this MailboxRecorder mailbox, long ticks)
    {
        if (Instruments.StashDuration.Enabled && TypeOf(mailbox) is { } type)
        {
            Instruments.StashDuration.Record(Ticks.ToSeconds(ticks), type.Tags);
        }
    }

    /// <summary>A supervisor restarts the actor. Any thread.</summary>
    public static void Restarting(this MailboxRecorder mailbox) => TypeOf(mailbox)?.Restarted();

    // Null before the actor has started, and while metrics are off.
    private static ActorTypeInfo? TypeOf(MailboxRecorder mailbox) =>
        mailbox.Instrumentation.Settings.MetricsEnabled ? mailbox.Type : null;
}
