using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>
/// One of the last messages of an actor for which a rule or its Props set <c>last-messages</c>: the result of
/// <see cref="AkkaInsight.LastMessages"/>. It has no reference to the message or to an actor. Immutable.
/// </summary>
public sealed record AkkaLastMessage
{
    /// <summary>The largest number of messages that can be kept for one actor.</summary>
    public const int MaxPerActor = 1024;

    /// <summary>Readable name of the message's type, as in <c>akka.message.type</c>.</summary>
    public required string MessageType { get; init; }

    /// <summary>Path of the sender without address; null when the message was sent without one. <c>/temp/_ask</c> for every Ask,
    /// <c>_timer</c> for a scheduled message without a sender.</summary>
    public string? SenderPath { get; init; }

    /// <summary>When the actor got the message, UTC.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>How long the message waited in the mailbox; null if neither spans nor durations were collected when it was sent.</summary>
    public TimeSpan? WaitTime { get; init; }

    /// <summary>How long the handler worked, awaiting included; null while it runs, and when its end was not seen.</summary>
    public TimeSpan? WorkTime { get; init; }

    /// <summary>How the message ended.</summary>
    public required AkkaMessageOutcome Outcome { get; init; }

    /// <summary>The whole message in one line.</summary>
    public override string ToString()
    {
        var from = SenderPath is null ? "" : $" from {SenderPath}";
        return string.Create(CultureInfo.InvariantCulture,
            $"{StartedAt:yyyy-MM-dd'T'HH:mm:ss.ffffff'Z'} {MessageType}{from}{Text(", waited", WaitTime)}{Text(", worked", WorkTime)}, "
                + $"{Word(Outcome)}");
    }

    /// <summary>The word for an outcome.</summary>
    internal static string Word(AkkaMessageOutcome outcome) => outcome.ToString().ToLowerInvariant();

    private static string Text(string what, TimeSpan? time) =>
        time is { } known ? string.Create(CultureInfo.InvariantCulture, $"{what} {known.TotalMilliseconds:0.####} ms") : "";
}

/// <summary>How one of the last messages ended.</summary>
public enum AkkaMessageOutcome
{
    /// <summary>Its end was not seen, because the actor's dispatcher is not an instrumented one.</summary>
    Unknown,

    /// <summary>Its handler has not ended: it works, or it awaits.</summary>
    Running,

    /// <summary>Its handler has returned, or the task that it awaited has completed.</summary>
    Processed,

    /// <summary>Its handler threw.</summary>
    Failed,

    /// <summary>Its handler stashed it. When the message returns from the stash, it is listed again.</summary>
    Stashed,

    /// <summary>
    /// Its handler did not handle it. Known only while <c>akka.instrumentation.metrics.enabled</c> is on; otherwise the outcome is
    /// <see cref="Processed"/>.
    /// </summary>
    Unhandled,
}
