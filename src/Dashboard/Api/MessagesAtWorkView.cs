namespace AkkaInstrumentation;

/// <summary>The messages that actors work on or await in.</summary>
/// <param name="Count">How many there are.</param>
/// <param name="Messages">The oldest first, at most <see cref="AkkaMessagesAtWork.MaxMessages"/>.</param>
/// <param name="Stacks">Whether the stack of one that holds its thread can be asked for.</param>
internal sealed record MessagesAtWorkView(int Count, IReadOnlyList<MessageAtWorkView> Messages, bool Stacks)
{
    public static MessagesAtWorkView From(SystemInsight insight)
    {
        var found = insight.Answers.MessagesAtWork();
        return new(found.Count, [.. found.Messages.Select(MessageAtWorkView.From)], insight.Stacks.Source is not null);
    }
}

/// <summary>One message at work: <see cref="AkkaMessageAtWork"/>.</summary>
internal sealed record MessageAtWorkView(
    string ActorType,
    string ActorPath,
    string MessageType,
    AkkaWorkState State,
    DateTime StartedAt,
    double WorkSeconds,
    string? SenderPath,
    string? TraceId,
    string? Thread)
{
    public static MessageAtWorkView From(AkkaMessageAtWork work) => new(
        work.ActorType,
        work.ActorPath,
        work.MessageType,
        work.State,
        work.StartedAt.UtcDateTime,
        work.WorkTime.TotalSeconds,
        work.SenderPath,
        work.TraceId,
        work.Thread);
}
