using Akka.Actor;

namespace WebApi.Actors;

/// <summary>Files receipts, slowly. Its mailbox has room for ten; more are lost.</summary>
public sealed class ArchiveActor : ReceiveActor
{
    /// <summary>The id of its mailbox.</summary>
    public const string Mailbox = "archive-mailbox";

    /// <summary>Akka's bounded mailbox; the instrumentation replaces it where it stands.</summary>
    public const string Hocon =
        """
        archive-mailbox {
          mailbox-type = "AkkaInstrumentation.BoundedInstrumentedMailbox, AkkaInstrumentation.Mailbox"
          mailbox-capacity = 10
          mailbox-push-timeout-time = 0s
        }
        """;

    private static readonly TimeSpan Filing = TimeSpan.FromMilliseconds(200);

    public ArchiveActor() => ReceiveAsync<FileReceipt>(_ => Task.Delay(Filing));
}

/// <summary>A clerk who has left. Messages to him reach nobody.</summary>
public sealed class RetiredClerk : ReceiveActor
{
    protected override void PreStart() => Context.Stop(Self);
}
