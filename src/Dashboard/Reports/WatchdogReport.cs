namespace AkkaInstrumentation;

/// <summary>What the watchdog has reported about one mailbox or handler, as of its latest event. Immutable.</summary>
/// <param name="Kind"><see cref="Growing"/> or <see cref="Blocking"/>.</param>
/// <param name="HasEnded">The mailbox has recovered, or the handler has returned.</param>
/// <param name="At"><see cref="System.Diagnostics.Stopwatch"/> ticks of the event.</param>
/// <param name="Actor">Name of the actor's type.</param>
/// <param name="Path">The actor's path.</param>
/// <param name="Seconds">How long it went on until then.</param>
/// <param name="Depth">Messages that waited then.</param>
/// <param name="PerSecond">Messages more each second then.</param>
/// <param name="Peak">The most messages that waited; 0 while it grows.</param>
/// <param name="Senders">The main senders of what waits.</param>
/// <param name="Message">Name of the type of the message that blocks.</param>
/// <param name="Thread">The thread that it blocks.</param>
internal sealed record WatchdogReport(
    string Kind, bool HasEnded, long At, string Actor, string Path, double Seconds, int Depth,
        double PerSecond, int Peak, string Senders, string Message, string Thread)
{
    public const string Growing = "growing";
    public const string Blocking = "blocking";
}
