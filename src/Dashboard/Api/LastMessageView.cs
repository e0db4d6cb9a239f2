namespace AkkaInstrumentation;

/// <summary>One of the last messages of an actor.</summary>
/// <param name="MessageType">Name of its type.</param>
/// <param name="SenderPath">Path of its sender without address; null for none.</param>
/// <param name="StartedAt">When the actor got it, UTC.</param>
/// <param name="WaitUs">Microseconds in the mailbox; null when they are not known.</param>
/// <param name="WorkUs">Microseconds in the handler; null while it runs, and when its end was not seen.</param>
/// <param name="Outcome"><c>running</c>, <c>processed</c>, <c>failed</c>, <c>stashed</c>, <c>unhandled</c> or <c>unknown</c>.</param>
internal sealed record LastMessageView(string MessageType, string? SenderPath, DateTime StartedAt, double? WaitUs, double? WorkUs, string Outcome)
{
    public static LastMessageView From(AkkaLastMessage message) => new(
        message.MessageType,
        message.SenderPath,
        message.StartedAt.UtcDateTime,
        message.WaitTime?.TotalMicroseconds,
        message.WorkTime?.TotalMicroseconds,
        AkkaLastMessage.Word(message.Outcome));
}
