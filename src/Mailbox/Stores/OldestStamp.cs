namespace AkkaInstrumentation;

/// <summary>
/// The time at which the message that has waited longest was enqueued. The mailbox's thread may take a message while another thread reads. Its
/// metadata may then have the time of another message. That time is later, so the age is at worst too small.
/// </summary>
internal static class OldestStamp
{
    // Not every message has a timestamp. Under load, senders time only a share.
    public const int Looked = 64;

    /// <summary>The older of two times; 0 means none.</summary>
    public static long Of(long one, long other) => one == 0 ? other : other == 0 ? one : Math.Min(one, other);
}
