using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>The listeners to the source and the instruments of this process. Any thread.</summary>
internal static class Listeners
{
    /// <summary>Whether spans or metrics have a listener now. Called once for each run of a mailbox.</summary>
    public static bool AreThere
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => AkkaTelemetry.Source.HasListeners() || Instruments.IsListeningToRuns;
    }

    /// <summary>
    /// Creates source and instruments when an actor system starts, before its first message, because listeners run their own code for each new
    /// instrument. Does not throw when that code throws.
    /// </summary>
    public static void Publish()
    {
        _ = Instruments.AllMade;

        // The first read briefly starts a thread, which must not happen while a message is processed.
        _ = HandlerContext.Empty;
    }
}
