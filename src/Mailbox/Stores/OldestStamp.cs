namespace AkkaInstrumentation;

/// <summary>
/// When the message that waits longest was enqueued. The mailbox' thread may take a message while another looks, and its note may then tell
/// the time of another message: later, so that the age is at worst too small.
/// </summary>
internal static class OldestStamp
{
    // Not every message has a stamp: under load senders take a share.
    public const int Looked = 64;

    /// <summary>The older of two stamps, of which 0 is none.</summary>
    public static long Of(long one, long other) => one == 0 ? other : other == 0 ? one : Math.Min(one, other);
}
