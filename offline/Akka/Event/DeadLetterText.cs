using Akka.Actor;

namespace Akka.Event;

/// <summary>The sentences about one dead letter.</summary>
internal static class DeadLetterText
{
    public static object Innermost(object message)
    {
        while (message is IWrappedMessage wrapped) message = wrapped.Message;
        return message;
    }

    public static string Describe(AllDeadLetters letter, IActorRef deadLetters)
    {
        var inner = Innermost(letter.Message);
        var what = $"Message [{inner?.GetType().Name}]";
        if (!ReferenceEquals(inner, letter.Message)) what += $" wrapped in [${letter.Message.GetType().Name}]";
        if (IsKnown(letter.Sender, deadLetters)) what += $" from {letter.Sender}";
        if (letter is DeadLetter || IsKnown(letter.Recipient, deadLetters)) what += $" to {letter.Recipient}";
        return letter switch
        {
            Dropped dropped => $"{what} was dropped. {dropped.Reason}.",
            UnhandledMessage => $"{what} was unhandled.",
            _ => $"{what} was not delivered.",
        };
    }

    public static string Advice(AllDeadLetters letter) => letter is DeadLetter
        ? $"If this is not an expected behavior then {letter.Recipient} may have terminated unexpectedly. "
        : "";

    /// <summary>Nothing when the text would only be the type's name.</summary>
    public static string Content(AllDeadLetters letter)
    {
        var inner = Innermost(letter.Message);
        var text = inner?.ToString();
        return string.IsNullOrEmpty(text) || text == inner!.GetType().ToString() ? "" : $" Message content: {text}";
    }

    private static bool IsKnown(IActorRef? actor, IActorRef deadLetters) =>
        actor is not null && !actor.Equals(deadLetters) && !actor.IsNobody();
}
