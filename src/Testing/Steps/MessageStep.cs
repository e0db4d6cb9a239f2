using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>A message that an actor has handled. A message that was stashed is handled more than once.</summary>
public sealed class MessageStep : TrackedStep
{
    internal MessageStep(Activity span)
        : base(span)
    {
        ActorType = Tag(span, AkkaSpanAttributes.ActorType);
        MessageType = Tag(span, AkkaSpanAttributes.MessageType);
        ActorPath = Tag(span, AkkaSpanAttributes.ActorPath);
        SystemName = Tag(span, AkkaSpanAttributes.ActorSystemName);
        SenderPath = span.GetTagItem(AkkaSpanAttributes.SenderPath) as string;
        TimesStashed = span.GetTagItem(AkkaSpanAttributes.StashCount) is long times ? (int)times : 0;
        WaitTime = span.GetTagItem(AkkaSpanAttributes.MailboxWaitDuration) is double seconds ? TimeSpan.FromSeconds(seconds) : null;
    }

    /// <summary>Readable name of the actor's type: <c>OrderActor</c>.</summary>
    public string ActorType { get; }

    /// <summary>Readable name of the message's type: <c>PlaceOrder</c>.</summary>
    public string MessageType { get; }

    /// <summary>The actor's path without address: <c>/user/orders</c>.</summary>
    public string ActorPath { get; }

    /// <summary>The sender's path; null if it has none. All senders of an <c>Ask</c> share one path.</summary>
    public string? SenderPath { get; }

    /// <summary>Name of the actor system.</summary>
    public string SystemName { get; }

    /// <summary>How long it waited in the mailbox, the last time.</summary>
    public TimeSpan? WaitTime { get; }

    /// <summary>How many times it had been stashed before.</summary>
    public int TimesStashed { get; }

    /// <summary>Whether its handler released the thread at an <c>await</c>.</summary>
    public bool IsAwaited { get; internal set; }

    /// <summary>The exception of its handler; null if it did not throw.</summary>
    public TrackedFailure? Failure { get; private set; }

    internal override string Outline =>
        $"{ActorType} <- {MessageType}{(TimesStashed > 0 ? ", after the stash" : "")}{(Failure is null ? "" : $"  ! {Failure.Outline}")}";

    /// <inheritdoc />
    public override string ToString() =>
        $"{Outline}  ({ActorPath}, {(WaitTime is { } wait ? $"waited {Text(wait)}, " : "")}{Took}{(Failure is null ? "" : $": {Failure.Message}")})";

    /// <summary>Whether a name means the actor: its type, or its path if the name begins with a slash.</summary>
    internal bool IsAt(string actor) => actor.StartsWith('/') ? ActorPath == actor : ActorType == actor;

    internal override void End(Activity span)
    {
        base.End(span);
        if (span.Status == ActivityStatusCode.Error)
        {
            Failure = new TrackedFailure
            {
                ErrorType = Tag(span, AkkaSpanAttributes.ErrorType),
                Message = span.StatusDescription ?? "",
                Directive = span.GetTagItem(AkkaSpanAttributes.SupervisionDirective) as string,
            };
        }
    }

    private static string Tag(Activity span, string name) => span.GetTagItem(name) as string ?? "";
}

/// <summary>An exception that a handler threw.</summary>
public sealed record TrackedFailure
{
    /// <summary>Full name of the exception's type.</summary>
    public required string ErrorType { get; init; }

    /// <summary>The exception's message.</summary>
    public required string Message { get; init; }

    /// <summary>The supervisor's decision: <c>resume</c>, <c>restart</c>, <c>stop</c> or <c>escalate</c>; null if that was not seen.</summary>
    public string? Directive { get; init; }

    internal string Outline => Directive is null ? ErrorType : $"{ErrorType}, {Directive}";
}

/// <summary>A message that reached no handler: a dead letter, or one that an actor left unhandled.</summary>
public sealed record TrackedLoss
{
    /// <summary>Readable name of the message's type.</summary>
    public required string MessageType { get; init; }

    /// <summary>Path of the receiver, without address.</summary>
    public required string ReceiverPath { get; init; }

    /// <summary>Path of the sender, without address; null if it has none.</summary>
    public string? SenderPath { get; init; }

    /// <summary>Whether an actor got the message and left it unhandled.</summary>
    public bool IsUnhandled { get; init; }

    /// <summary>The step in which it was lost; null for the action itself.</summary>
    public TrackedStep? Cause { get; init; }

    internal string Outline => $"{(IsUnhandled ? "unhandled" : "dead letter")}: {MessageType}";

    /// <inheritdoc />
    public override string ToString() => $"{Outline} to {ReceiverPath}";
}

/// <summary>A line that was logged during the action.</summary>
public sealed record TrackedLogLine
{
    /// <summary>Its level.</summary>
    public required Akka.Event.LogLevel Level { get; init; }

    /// <summary>Akka's name of the source, the logging actor.</summary>
    public required string Source { get; init; }

    /// <summary>The line.</summary>
    public required string Text { get; init; }

    /// <summary>The step in which it was logged; null for the action itself.</summary>
    public TrackedStep? Cause { get; init; }
}

/// <summary>A message that was sent to another node. Only <c>AkkaInstrumentation.Remote</c> and <c>.Cluster</c> see it.</summary>
public sealed record TrackedDeparture
{
    /// <summary>Readable name of the message's type.</summary>
    public required string MessageType { get; init; }

    /// <summary>Address of the node: <c>akka.tcp://shop@10.0.0.2:4053</c>.</summary>
    public required string Node { get; init; }

    /// <summary>The step in which it was sent; null for the action itself.</summary>
    public TrackedStep? Cause { get; init; }

    internal string Outline => $"sent to another node: {MessageType}";

    /// <inheritdoc />
    public override string ToString() => $"{Outline}, {Node}";
}
