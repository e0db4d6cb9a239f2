using System.Diagnostics;
using System.Globalization;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>Everything of one kind that was found: how many, and the worst of them by name. It keeps no actor.</summary>
/// <param name="Count">All that were found.</param>
/// <param name="Worst">At most <see cref="MaxNamed"/> of them, the worst first.</param>
internal sealed record Findings<T>(int Count, IReadOnlyList<T> Worst)
{
    public const int MaxNamed = 100;

    public static Findings<T> None { get; } = new(0, []);

    /// <param name="found">All that were found.</param>
    /// <param name="badness">Larger is worse.</param>
    public static Findings<T> Of(IReadOnlyCollection<T> found, Func<T, double> badness) =>
        found.Count == 0 ? None : new(found.Count, [.. found.OrderByDescending(badness).Take(MaxNamed)]);

    public Findings<TOther> Select<TOther>(Func<T, TOther> shown) => new(Count, [.. Worst.Select(shown)]);
}

/// <summary>What a watch of an actor system sees at present. The background thread replaces the parts; any thread reads them.</summary>
internal sealed record WatchFindings(Findings<GrowingMailbox> Growing, Findings<BlockingActor> Blocking)
{
    public static WatchFindings None { get; } = new(Findings<GrowingMailbox>.None, Findings<BlockingActor>.None);
}

/// <summary>An actor whose handler blocks its thread, as the last look of the background thread saw it.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="MessageType">Readable name of the message's type; <c>_none</c> while the actor starts, stops or restarts.</param>
/// <param name="Seconds">For how long so far.</param>
/// <param name="Thread">The thread's number, with its name if it has one.</param>
internal sealed record BlockingActor(string Path, string ActorType, string MessageType, double Seconds, string Thread = "")
{
    /// <summary>The message with its sender and its trace; null while the actor starts, stops or restarts.</summary>
    public AkkaMessageAtWork? Work { get; init; }

    /// <summary>From whom and in which trace, to be added to a sentence; empty when neither is known.</summary>
    public string From => Work?.From ?? "";
}

/// <summary>A mailbox that has grown for too long and has not recovered, as the last look of the background thread saw it.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Depth">Messages that wait, in the mailbox and in the actor's stash.</param>
/// <param name="PerSecond">Messages that it grew by each second of the latest looks; below 0 when it shrinks, 0 when that is not known.</param>
/// <param name="Seconds">How long it has been deep.</param>
/// <param name="Senders">The main senders of the messages at its head, when it was last reported; empty when they are not known.</param>
internal sealed record GrowingMailbox(string Path, string ActorType, int Depth, double PerSecond, double Seconds = 0, string Senders = "")
{
    /// <summary>Those of the messages that are in the actor's stash.</summary>
    public int Stashed { get; init; }


    // What a figure with one decimal shows as 0 is no growth.
    private const double MinShown = 0.05;

    /// <summary>Whether it still grows. A report ends when the mailbox has recovered, which can be long after the growth has ended.</summary>
    public string Trend => PerSecond switch
    {
        >= MinShown => string.Create(CultureInfo.InvariantCulture, $"{PerSecond:0.#} more each second"),
        <= -MinShown => string.Create(CultureInfo.InvariantCulture, $"{-PerSecond:0.#} fewer each second"),
        _ => "no longer growing",
    };

    /// <summary>How many messages wait, and how many of them in the stash.</summary>
    public static string TextOf(int depth, int stashed) =>
        string.Create(CultureInfo.InvariantCulture, $"{depth} messages wait{(stashed > 0 ? $" ({stashed} in the stash)" : "")}");
}

/// <summary>An actor with a message that has waited for too long.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Seconds">How long the oldest timed message has waited.</param>
/// <param name="Depth">Messages that wait.</param>
internal sealed record LateActor(string Path, string ActorType, double Seconds, int Depth);

/// <summary>The actor system has ended, and its application goes on.</summary>
/// <param name="Address">Its address.</param>
/// <param name="Seconds">How long ago.</param>
internal sealed record EndedActorSystem(string Address, double Seconds);

/// <summary>What happened several times within a short time: restarts of an actor, failures or losses of one kind.</summary>
/// <param name="Latest">The latest of them.</param>
/// <param name="Count">How many.</param>
/// <param name="Seconds">How long it has gone on without a pause.</param>
internal sealed record Repeated<T>(T Latest, int Count, double Seconds = 0);

/// <summary>An actor was restarted.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
internal readonly record struct ActorRestart(string Path, string ActorType) : IRecentEvent<ActorRestart>
{
    public EventKey Key => new(ActorType, Path);

    public ActorRestart Fold(string owner) => this with { ActorType = owner, Path = EventKey.Other };
}

/// <summary>A handler threw, an actor failed to start, or its journal or snapshot store failed.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="Error">Name of the exception's type, as in the metric of failures.</param>
/// <param name="MessageType">Readable name of the message's type; <c>_none</c> when the actor failed to start.</param>
/// <param name="Trace">The message's trace, if it was recorded.</param>
internal readonly record struct ActorFailure(string Path, string ActorType, string Error, string MessageType, ActivityTraceId Trace = default)
    : IRecentEvent<ActorFailure>
{
    /// <summary>The id of the journal or snapshot store that failed; empty for a handler's failure.</summary>
    public string Store { get; init; } = "";

    public EventKey Key => new(ActorType, Error, MessageType, Store);

    public ActorFailure Fold(string owner) => this with { ActorType = owner, Error = EventKey.OtherError, MessageType = EventKey.Other };
}

/// <summary>A message that reached nobody or was not handled.</summary>
/// <param name="Reason">As in the metric of dead letters, <c>unhandled</c>, <see cref="GivenUp"/> or <see cref="FullRegion"/>.</param>
/// <param name="Recipient">The recipient's path.</param>
/// <param name="ActorType">Readable name of the recipient's type.</param>
/// <param name="MessageType">Readable name of the message's type.</param>
/// <param name="Sender">Readable name of the sender's type.</param>
internal readonly record struct MessageLoss(string Reason, ActorPath Recipient, string ActorType, string MessageType, string Sender) : IRecentEvent<MessageLoss>
{
    /// <summary>Code published Akka's <c>Dropped</c>.</summary>
    public const string GivenUp = "given-up";

    /// <summary>A shard region gave the message to the dead letters. It is the recipient.</summary>
    public const string FullRegion = "full-region";

    /// <summary>The longest text of a reason that is kept.</summary>
    public const int MaxDetail = 200;

    /// <summary>When the recipient had stopped, in <see cref="Stopwatch"/> ticks; 0 when it is not known to have stopped.</summary>
    public long StoppedAt { get; init; }

    /// <summary>The reason in Akka's <c>Dropped</c>; empty for none.</summary>
    public string Detail { get; init; } = "";

    public EventKey Key => new(ActorType, Reason, MessageType, Sender);

    public MessageLoss Fold(string owner) => this with { ActorType = owner, MessageType = EventKey.Other, Sender = EventKey.Other };
}

/// <summary>A measured Ask of the application timed out.</summary>
/// <param name="Question">Readable name of the question's type.</param>
/// <param name="Asker">Readable name of the asking actor's type; <c>_none</c> for code outside of actors.</param>
/// <param name="Receiver">Readable name of the asked actor's type; empty when it is not known, or one of Akka's.</param>
/// <param name="Path">The asked actor's path, with its address if it is on another node.</param>
internal readonly record struct AskTimeout(string Question, string Asker, string Receiver, string Path) : IRecentEvent<AskTimeout>
{
    public EventKey Key => new(Asker, Receiver, Question);

    public AskTimeout Fold(string owner) => new(EventKey.Other, owner, "", "");
}

/// <summary>A handler has blocked its thread for long, and has returned.</summary>
/// <param name="Path">The actor's path without the address.</param>
/// <param name="ActorType">Readable name of the actor's type.</param>
/// <param name="MessageType">Readable name of the message's type, as in <see cref="BlockingActor"/>.</param>
/// <param name="Seconds">How long.</param>
internal readonly record struct EndedBlock(string Path, string ActorType, string MessageType, double Seconds) : IRecentEvent<EndedBlock>
{
    public EventKey Key => new(ActorType, "", MessageType);

    public EndedBlock Fold(string owner) => this with { ActorType = owner, MessageType = EventKey.Other };
}

/// <summary>A node was downed and removed from the cluster. One that leaves is not lost.</summary>
/// <param name="Address">Its address.</param>
internal readonly record struct NodeLoss(string Address) : IRecentEvent<NodeLoss>
{
    public EventKey Key => new("", Address);

    public NodeLoss Fold(string owner) => new(EventKey.Other);
}

/// <summary>A second in which one run in twenty, or more, had waited for a thread for a tenth of a second.</summary>
/// <param name="Dispatcher">Id of the dispatcher.</param>
internal readonly record struct StarvedSecond(string Dispatcher) : IRecentEvent<StarvedSecond>
{
    public EventKey Key => new("", Dispatcher);

    public StarvedSecond Fold(string owner) => new(EventKey.Other);
}
