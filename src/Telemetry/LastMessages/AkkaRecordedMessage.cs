using System.Globalization;
using System.Text;

namespace AkkaInstrumentation;

/// <summary>
/// One of the last messages of an actor for which a rule or its Props set <c>record</c>: the result of
/// <see cref="AkkaInstrumentationExtension.LastMessages"/>. It has no reference to the message or to an actor. Immutable.
/// </summary>
public sealed class AkkaRecordedMessage
{
    /// <summary>The largest allowed number of messages that are kept of one actor.</summary>
    public const int MaxPerActor = 1024;

    private const string TimeFormat = "yyyy-MM-dd'T'HH:mm:ss.ffffff'Z'";

    internal AkkaRecordedMessage(string messageType, string? senderPath, DateTime startedAt, TimeSpan? wait, TimeSpan? duration, AkkaMessageOutcome outcome)
    {
        MessageType = messageType;
        SenderPath = senderPath;
        StartedAt = startedAt;
        Wait = wait;
        Duration = duration;
        Outcome = outcome;
    }

    /// <summary>Readable name of the message's type, as in <c>akka.message.type</c>.</summary>
    public string MessageType { get; }

    /// <summary>Path of the sender without address; null when the message was sent without one. <c>/temp/_ask</c> for every Ask.</summary>
    public string? SenderPath { get; }

    /// <summary>When the actor got the message, UTC.</summary>
    public DateTime StartedAt { get; }

    /// <summary>How long the message waited in the mailbox; null when nobody listened to spans or durations when it was sent.</summary>
    public TimeSpan? Wait { get; }

    /// <summary>How long the handler worked, awaiting included; null while it runs, and when its end was not seen.</summary>
    public TimeSpan? Duration { get; }

    /// <summary>How the message ended.</summary>
    public AkkaMessageOutcome Outcome { get; }

    /// <summary>All of it in one line.</summary>
    public override string ToString()
    {
        var text = new StringBuilder();
        text.Append(StartedAt.ToString(TimeFormat, CultureInfo.InvariantCulture)).Append(' ').Append(MessageType);
        if (SenderPath is not null)
        {
            text.Append(" from ").Append(SenderPath);
        }

        if (Wait is { } wait)
        {
            text.Append(", waited ").Append(Milliseconds(wait));
        }

        if (Duration is { } duration)
        {
            text.Append(", worked ").Append(Milliseconds(duration));
        }

        return text.Append(", ").Append(Word(Outcome)).ToString();
    }

    /// <summary>The word for an outcome.</summary>
    internal static string Word(AkkaMessageOutcome outcome) => outcome switch
    {
        AkkaMessageOutcome.Running => "running",
        AkkaMessageOutcome.Processed => "processed",
        AkkaMessageOutcome.Failed => "failed",
        AkkaMessageOutcome.Stashed => "stashed",
        AkkaMessageOutcome.Unhandled => "unhandled",
        _ => "unknown",
    };

    private static string Milliseconds(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:0.####} ms");
}
