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
    /// When it began, UTC. Exact for messages that are timed or traced; for other messages, the first time that it was observed.
    /// </summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>The minimum time for which it has been at work.</summary>
    public required TimeSpan WorkTime { get; init; }

    /// <summary>Path of the sender without address, <c>/temp/_ask</c> for every Ask; null when the message was sent without one.</summary>
    public string? SenderPath { get; init; }

    /// <summary>
    /// Id of its trace, 32 hexadecimal digits. For an unsampled trace, it is known only if spans are collected and the message was sent in that trace
    /// or occupies its thread. Otherwise null.
    /// </summary>
    public string? TraceId { get; init; }

    /// <summary>Number and name of the thread that it occupies; null while it awaits, and when the thread is not known.</summary>
    public string? Thread { get; init; }

    /// <summary>The whole message in one line.</summary>
    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture,
        $"{MessageType} {Does} {ActorPath} ({ActorType}), for {DurationWords.Text(Seconds)}, since {StartedAt:yyyy-MM-dd'T'HH:mm:ss.fff'Z'}{From}");

    private string Does => State == AkkaWorkState.Awaiting ? "awaits in" : "is at work in";

    internal double Seconds => WorkTime.TotalSeconds;

    /// <summary>Readable name of the sender's type; for an Ask, that of the asking actor. Empty when it is not known.</summary>
    internal string SenderType { get; init; } = "";

    /// <summary>The sender and the trace, to be added to a sentence; empty when neither is known.</summary>
    internal string From => $"{(SenderPath is null ? "" : $", sent by {SenderPath}")}{(TraceId is null ? "" : $", trace {TraceId}")}";
}

/// <summary>What the handler of a message does at present.</summary>
public enum AkkaWorkState
{
    /// <summary>It occupies a thread.</summary>
    Working,

    /// <summary>It awaits, and occupies no thread.</summary>
    Awaiting,
}
