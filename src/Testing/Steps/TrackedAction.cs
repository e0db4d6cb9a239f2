namespace AkkaInstrumentation;

/// <summary>
/// Everything that an action has caused in actors: the messages that were handled, and their effects in turn. <c>system.TrackAsync</c> returns it,
/// and it does not change any more. The one that <c>WaitUntilAsync</c> passes shows the state at that moment, and its steps may still be open. Any
/// thread.
/// </summary>
public class TrackedAction
{
    internal TrackedAction(TrackedContents contents)
    {
        Contents = contents;
        Messages = [.. contents.Steps.OfType<MessageStep>()];
        Failures = [.. Messages.Where(message => message.Failure is not null)];
        DeadLetters = [.. contents.Losses.Where(loss => !loss.IsUnhandled)];
        Unhandled = [.. contents.Losses.Where(loss => loss.IsUnhandled)];
    }

    private protected TrackedAction(TrackedAction tracked)
    {
        Contents = tracked.Contents;
        (Messages, Failures, DeadLetters, Unhandled) = (tracked.Messages, tracked.Failures, tracked.DeadLetters, tracked.Unhandled);
    }

    /// <summary>The messages in the order in which their handlers began.</summary>
    public IReadOnlyList<MessageStep> Messages { get; }

    /// <summary>The messages whose handlers threw.</summary>
    public IReadOnlyList<MessageStep> Failures { get; }

    /// <summary>Messages that reached no actor.</summary>
    public IReadOnlyList<TrackedLoss> DeadLetters { get; }

    /// <summary>Messages that an actor got and left unhandled.</summary>
    public IReadOnlyList<TrackedLoss> Unhandled { get; }

    /// <summary>The lines that were logged through Akka, in order. The system's log level decides which lines there are.</summary>
    public IReadOnlyList<TrackedLogLine> LogLines => Contents.LogLines;

    /// <summary>Messages that were sent to other nodes.</summary>
    public IReadOnlyList<TrackedDeparture> SentToNodes => Contents.Departures;

    /// <summary>All spans in the order of their beginning: messages, and spans of other libraries.</summary>
    public IReadOnlyList<TrackedStep> Steps => Contents.Steps;

    /// <summary>The steps that the action itself has caused.</summary>
    public IReadOnlyList<TrackedStep> Roots => [.. Steps.Where(step => step.Cause is null)];

    /// <summary>How many traces the spans belong to. A span that only links to another one begins a trace of its own.</summary>
    public int TraceCount => Steps.Select(step => step.TraceId).Distinct().Count();

    internal TrackedContents Contents { get; }

    /// <summary>The messages that an actor has handled, in order.</summary>
    /// <param name="actor">The actor's type, <c>OrderActor</c>, or its path, <c>/user/orders</c>.</param>
    /// <returns>The messages; none if no message reached the actor.</returns>
    public IReadOnlyList<MessageStep> MessagesAt(string actor)
    {
        ArgumentException.ThrowIfNullOrEmpty(actor);
        return [.. Messages.Where(message => message.IsAt(actor))];
    }

    /// <summary>The one message of a type at an actor.</summary>
    /// <param name="actor">The actor's type, <c>OrderActor</c>, or its path, <c>/user/orders</c>.</param>
    /// <param name="message">Readable name of the message's type; null if the actor has handled only one message.</param>
    /// <returns>The message.</returns>
    /// <exception cref="TrackingException">There is none, or there are several.</exception>
    public MessageStep MessageAt(string actor, string? message = null)
    {
        var found = MessagesAt(actor).Where(candidate => message is null || candidate.MessageType == message).ToList();
        return found.Count == 1
            ? found[0]
            : throw new TrackingException(
                $"{actor} has handled {found.Count} messages{(message is null ? "" : $" of type {message}")}, expected is one.", this);
    }

    /// <summary>The whole action as an indented tree without paths, ids and times. Siblings are sorted, because actors run at once.</summary>
    /// <returns>The lines that <c>ShouldMatch</c> compares.</returns>
    internal string ToOutline() => StepTree.Outline(this);

    /// <summary>The whole action as a sequence diagram for Mermaid.</summary>
    /// <returns>The diagram's text.</returns>
    public string ToMermaid() => StepDiagram.Draw(this);

    /// <summary>The whole action as JSON: messages with cause, times and failures, losses, log lines and messages to other nodes.</summary>
    /// <returns>Indented JSON.</returns>
    public string ToJson() => StepJson.Serialize(this);

    /// <summary>The whole action as an indented tree, with paths and times.</summary>
    /// <returns>The lines, or one line that says that nothing was caused.</returns>
    public override string ToString() => StepTree.Detailed(this);
}

/// <summary>A tracked action with its result.</summary>
/// <typeparam name="T">The type of the result.</typeparam>
public sealed class TrackedAction<T> : TrackedAction
{
    internal TrackedAction(TrackedAction tracked, T result)
        : base(tracked) => Result = result;

    /// <summary>The result that the action has returned.</summary>
    public T Result { get; }
}

/// <summary>The data that was recorded about an action. Causes and the steps of each cause are set.</summary>
/// <param name="Steps">In the order of their beginning.</param>
/// <param name="Losses">In order.</param>
/// <param name="LogLines">In order.</param>
/// <param name="Departures">In order.</param>
/// <param name="WithoutSpan">Actors that handled messages without a span, with their number.</param>
/// <param name="Blocking">How long a handler may hold a thread.</param>
internal sealed record TrackedContents(
    IReadOnlyList<TrackedStep> Steps,
    IReadOnlyList<TrackedLoss> Losses,
    IReadOnlyList<TrackedLogLine> LogLines,
    IReadOnlyList<TrackedDeparture> Departures,
    IReadOnlyDictionary<string, int> WithoutSpan,
    TimeSpan Blocking);
