using System.Globalization;

namespace AkkaInstrumentation;

/// <summary>A message that an actor handles, or in whose handler it awaits. Immutable.</summary>
public sealed record AkkaMessageAtWork
{
    /// <summary>The actor's path without the address.</summary>
    public required string ActorPath { get; init; }

    /// <summary>Readable name of the actor's type, as in <c>akka.actor.type</c>.</summary>
    public required string ActorType { get; init; }

    /// <summary>Readable name of the message's type, as in <c>akka.message.type</c>.</summary>
    public required string MessageType { get; init; }

    /// <summary>Whether its handler works or awaits.</summary>
    public required AkkaWorkState State { get; init; }

    /// <summary>
    /// When it began, UTC. It is exact for messages that are timed or traced; of others, it is the first time that somebody looked and saw it.
    /// </summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>How long it has been at work, at least.</summary>
    public required TimeSpan WorkTime { get; init; }

    /// <summary>Path of the sender without address, <c>/temp/_ask</c> for every Ask; null when the message was sent without one.</summary>
    public string? SenderPath { get; init; }

    /// <summary>
    /// Id of its trace, 32 hexadecimal digits. Of a trace that is not sampled, it is known where somebody listens to spans and the message was
    /// sent in that trace, or occupies its thread. Otherwise null.
    /// </summary>
    public string? TraceId { get; init; }

    /// <summary>Number and name of the thread that it occupies; null while it awaits, and when the thread is not known.</summary>
    public string? Thread { get; init; }

    /// <summary>All of it in one line.</summary>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{MessageType} {Does} {ActorPath} ({ActorType}), for {DurationWords.Text(Seconds)}, since {StartedAt:yyyy-MM-dd'T'HH:mm:ss.fff'Z'}{From}");

    private string Does => State == AkkaWorkState.Awaiting ? "awaits in" : "is at work in";

    internal double Seconds => WorkTime.TotalSeconds;

    /// <summary>Readable name of the sender's type: of an Ask, of the actor that asks. Empty when it is not known.</summary>
    internal string SenderType { get; init; } = "";

    /// <summary>From whom and in which trace, to be added to a sentence; empty when neither is known.</summary>
    internal string From => $"{(SenderPath is null ? "" : $", sent by {SenderPath}")}{(TraceId is null ? "" : $", trace {TraceId}")}";
}

/// <summary>What the handler of a message does.</summary>
public enum AkkaWorkState
{
    /// <summary>It occupies a thread.</summary>
    Working,

    /// <summary>It awaits, and occupies no thread.</summary>
    Awaiting,
}
