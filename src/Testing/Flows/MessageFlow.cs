namespace AkkaInstrumentation;

/// <summary>
/// Everything that an action has caused in actors: the messages that were handled, with what they caused in turn. <c>system.Track</c> makes it, and it does not
/// change any more; what <c>Until</c> gets is as it was at that moment, and its steps may still go on. Any thread.
/// </summary>
public class MessageFlow
{
    internal MessageFlow(FlowContents contents)
    {
        Contents = contents;
        Messages = [.. contents.Steps.OfType<FlowMessage>()];
        Failures = [.. Messages.Where(message => message.Failure is not null)];
        DeadLetters = [.. contents.Losses.Where(loss => !loss.IsUnhandled)];
        Unhandled = [.. contents.Losses.Where(loss => loss.IsUnhandled)];
    }

    private protected MessageFlow(MessageFlow flow)
    {
        Contents = flow.Contents;
        (Messages, Failures, DeadLetters, Unhandled) = (flow.Messages, flow.Failures, flow.DeadLetters, flow.Unhandled);
    }

    /// <summary>The messages in the order in which their handlers began.</summary>
    public IReadOnlyList<FlowMessage> Messages { get; }

    /// <summary>The messages whose handlers threw.</summary>
    public IReadOnlyList<FlowMessage> Failures { get; }

    /// <summary>Messages that reached no actor.</summary>
    public IReadOnlyList<FlowLoss> DeadLetters { get; }

    /// <summary>Messages that an actor got and left unhandled.</summary>
    public IReadOnlyList<FlowLoss> Unhandled { get; }

    /// <summary>What was logged through Akka, in order. The system's log level decides what there is.</summary>
    public IReadOnlyList<FlowLogLine> LogLines => Contents.LogLines;

    /// <summary>Messages that were sent to other nodes.</summary>
    public IReadOnlyList<FlowDeparture> SentToNodes => Contents.Departures;

    /// <summary>All spans in the order of their beginning: messages, and what other libraries record.</summary>
    public IReadOnlyList<FlowStep> Steps => Contents.Steps;

    /// <summary>What the action itself has caused.</summary>
    public IEnumerable<FlowStep> Roots => Steps.Where(step => step.Cause is null);

    /// <summary>How many traces the spans belong to. A span that only links to another one begins a trace of its own.</summary>
    public int TraceCount => Steps.Select(step => step.TraceId).Distinct().Count();

    internal FlowContents Contents { get; }

    /// <summary>The messages that an actor has handled, in order.</summary>
    /// <param name="actor">The actor's type, <c>OrderActor</c>, or its path, <c>/user/orders</c>.</param>
    /// <returns>The messages; none if the flow did not reach the actor.</returns>
    public IReadOnlyList<FlowMessage> At(string actor)
    {
        ArgumentException.ThrowIfNullOrEmpty(actor);
        return [.. Messages.Where(message => message.IsAt(actor))];
    }

    /// <summary>The one message of a type at an actor.</summary>
    /// <param name="actor">The actor's type, <c>OrderActor</c>, or its path, <c>/user/orders</c>.</param>
    /// <param name="message">Readable name of the message's type; null if the actor has handled only one message.</param>
    /// <returns>The message.</returns>
    /// <exception cref="FlowException">There is none, or there are several.</exception>
    public FlowMessage The(string actor, string? message = null)
    {
        var found = At(actor).Where(candidate => message is null || candidate.Message == message).ToList();
        return found.Count == 1
            ? found[0]
            : throw new FlowException($"{actor} has handled {found.Count} messages{(message is null ? "" : $" of type {message}")}, expected is one.", this);
    }

    /// <summary>The flow as an indented tree without paths, ids and times. Siblings are sorted, because actors run at once.</summary>
    /// <returns>The lines that <c>ShouldMatch</c> compares.</returns>
    internal string ToOutline() => FlowTree.Outline(this);

    /// <summary>The flow as a sequence diagram for Mermaid.</summary>
    /// <returns>The diagram's text.</returns>
    public string ToMermaid() => FlowDiagram.Draw(this);

    /// <summary>The flow as JSON: messages with cause, times and failures, losses, log lines and what was sent to other nodes.</summary>
    /// <returns>Indented JSON.</returns>
    public string ToJson() => FlowJson.Serialize(this);

    /// <summary>The flow as an indented tree, with places and times.</summary>
    /// <returns>Lines, or one that reports none.</returns>
    public override string ToString() => FlowTree.Detailed(this);
}

/// <summary>A flow with what its action has returned.</summary>
/// <typeparam name="T">The type of the result.</typeparam>
public sealed class MessageFlow<T> : MessageFlow
{
    internal MessageFlow(MessageFlow flow, T result)
        : base(flow) => Result = result;

    /// <summary>What the action has returned.</summary>
    public T Result { get; }
}

/// <summary>What was recorded of a flow. Causes and the steps of each cause are set.</summary>
/// <param name="Steps">In the order of their beginning.</param>
/// <param name="Losses">In order.</param>
/// <param name="LogLines">In order.</param>
/// <param name="Departures">In order.</param>
/// <param name="WithoutSpan">Actors that took messages without a span, and how many.</param>
/// <param name="Blocking">How long a handler may hold a thread.</param>
internal sealed record FlowContents(
    IReadOnlyList<FlowStep> Steps,
    IReadOnlyList<FlowLoss> Losses,
    IReadOnlyList<FlowLogLine> LogLines,
    IReadOnlyList<FlowDeparture> Departures,
    IReadOnlyDictionary<string, int> WithoutSpan,
    TimeSpan Blocking);
