namespace AkkaInstrumentation;

/// <summary>One of the last messages of an actor.</summary>
/// <param name="Type">Name of its type.</param>
/// <param name="Sender">Path of its sender without address; null for none.</param>
/// <param name="At">When the actor got it, UTC.</param>
/// <param name="WaitUs">Microseconds in the mailbox; null when they are not known.</param>
/// <param name="DurationUs">Microseconds in the handler; null while it runs, and when its end was not seen.</param>
/// <param name="Outcome"><c>running</c>, <c>processed</c>, <c>failed</c>, <c>stashed</c>, <c>unhandled</c> or <c>unknown</c>.</param>
internal sealed record LastMessageView(string Type, string? Sender, DateTime At, double? WaitUs, double? DurationUs, string Outcome)
{
    public static LastMessageView From(AkkaRecordedMessage message) => new(
        message.MessageType,
        message.SenderPath,
        message.StartedAt,
        message.Wait?.TotalMicroseconds,
        message.Duration?.TotalMicroseconds,
        AkkaRecordedMessage.Word(message.Outcome));
}
