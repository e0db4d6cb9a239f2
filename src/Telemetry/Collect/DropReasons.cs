namespace AkkaInstrumentation;

/// <summary>Values of <see cref="MetricAttributes.DropReason"/>: why a message did not get into a mailbox.</summary>
internal static class DropReasons
{
    /// <summary>A bounded mailbox was full, for longer than its push time-out.</summary>
    public const string Overflow = "overflow";
}
