namespace AkkaInstrumentation;

/// <summary>Values of <see cref="AkkaMetricAttributes.MailboxDropReason"/>: why a mailbox rejected a message.</summary>
internal static class DropReasons
{
    /// <summary>A bounded mailbox was full for longer than its push time-out.</summary>
    public const string Overflow = "overflow";
}
