using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>One actor as a page shows it, read at one moment from any thread. Each value is right by itself, but the values may be from slightly
/// different moments.</summary>
internal readonly struct ActorNode(ActorRefWithCell actor)
{
    /// <summary>Children beyond this number are not counted.</summary>
    public const int MaxCounted = 1_000;

    private readonly ActorCell? _cell = actor.Underlying as ActorCell;

    public string Name => actor.Path.Name;

    public string Path => actor.Path.ToStringWithoutAddress();

    /// <summary>Readable name of its type; null while it starts.</summary>
    public string? Type => _cell?.Props is { } props ? ActorTypeNames.Get(props) : null;

    /// <summary>Null when the actor is not instrumented, and while it starts.</summary>
    public ObservedMailbox? Mailbox => (_cell?.Mailbox?.MessageQueue as IObservedQueue)?.Observed;

    /// <summary>Messages that wait.</summary>
    public int Depth => Mailbox is { } mailbox ? mailbox.DepthOrNone : _cell?.Mailbox?.MessageQueue.Count ?? 0;

    /// <summary>Seconds that the oldest message with a known time has waited; null when none is known.</summary>
    public double? OldestSeconds => Mailbox is { } mailbox ? OldestOf(mailbox) : null;

    /// <summary>Messages handled while metrics were collected; null when it is not instrumented.</summary>
    public long? Messages => Mailbox?.Cells.Sum;

    /// <summary>What the actor does at present.</summary>
    public string State => this switch
    {
        { _cell: null } => "starting",
        { Mailbox: null, _cell.CurrentMessage: not null } => "working",
        { Work: { Message: not null, Awaits: var awaits } } => awaits ? "awaiting" : "working",
        { Depth: > 0 } => "waiting",
        _ => "idle",
    };

    private MailboxWork Work => Mailbox?.ReadWork(Stopwatch.GetTimestamp()) ?? default;

    /// <summary>The number of children, up to <see cref="MaxCounted"/>.</summary>
    public int Children => actor.Children.Take(MaxCounted).Count();

    /// <inheritdoc cref="OldestSeconds"/>
    public static double? OldestOf(ObservedMailbox mailbox)
    {
        try
        {
            return mailbox.OldestEnqueuedAt is > 0 and var enqueuedAt ? Ticks.ToSeconds(Stopwatch.GetTimestamp() - enqueuedAt) : null;
        }
        catch (Exception e)
        {
            // A user's own queue may throw.
            TelemetryFault.Report(TelemetryFault.Queue, e);
            return null;
        }
    }
}
