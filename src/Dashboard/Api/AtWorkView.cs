namespace AkkaInstrumentation;

/// <summary>The messages at work; see <see cref="AkkaMessagesAtWork"/>.</summary>
/// <param name="Count">How many there are.</param>
/// <param name="Messages">The oldest first, at most <see cref="AkkaMessagesAtWork.MaxMessages"/>.</param>
internal sealed record AtWorkView(int Count, IReadOnlyList<AtWorkMessageView> Messages)
{
    public static AtWorkView From(AkkaMessagesAtWork work) => new(
        work.Count,
        [.. work.Messages.Select(message => new AtWorkMessageView(
            message.ActorType,
            message.Path,
            message.Message,
            RuleKeys.Word(message.State),
            message.Since,
            message.Seconds,
            message.Sender,
            message.TraceId,
            message.Thread))]);
}

/// <summary>One message at work; see <see cref="AkkaMessageAtWork"/>.</summary>
internal sealed record AtWorkMessageView(
    string Actor, string Path, string Message, string State, DateTime Since, double Seconds, string? Sender, string? Trace, string? Thread);
