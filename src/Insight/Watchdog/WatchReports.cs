using System.Globalization;
using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Reports what the watches of one system have found: by an event of the event source, a line in Akka's log and a counter. Reports above the
/// configured number per minute are only counted. Used by the <see cref="BackgroundThread"/>.
/// </summary>
internal sealed class WatchReports(ActorSystem system, Func<InstrumentationSettings> settings, ActorNames names, BlockedCounts blocked)
{
    private readonly ReportBudget _pressure = new(() => settings().PressureReportsPerMinute);
    private readonly ReportBudget _blocking = new(() => settings().BlockingReportsPerMinute);

    public void Growing(MailboxRecorder mailbox, Growth growth, bool isFirst, long now)
    {
        if (isFirst)
        {
            mailbox.Type!.Grown.Increment();
        }

        if (!_pressure.TryTake(now, out var heldBack))
        {
            return;
        }

        growth.IsLogged = true;
        var type = mailbox.Type!.Name;
        var senders = growth.Senders = MainSenders.Describe(mailbox, names);
        var (seconds, perSecond) = (Ticks.ToSeconds(now - growth.Since), growth.PerSecond);
        InstrumentationEventSource.Log.MailboxGrowing(system.Name, type, mailbox.Path, growth.Depth, perSecond, seconds, senders);
        system.Log.Warning(
            "The mailbox of {0} ({1}) has been growing for {2} s: {3}, {4} more each second.{5}{6}",
            [mailbox.Path, type, Text(seconds), GrowingMailbox.TextOf(growth.Depth, mailbox.StashDepth), Text(perSecond), senders.Length > 0
                ? $" Senders of the oldest waiting messages: {senders}." : "", HeldBack(heldBack)]);
    }

    /// <summary>Logs the most probable cause, if one is known. Called when mailboxes have just been reported.</summary>
    public void Why()
    {
        if (AkkaDiagnosis.Read(system).Causes is [var cause, ..])
        {
            system.Log.Warning("Why: {0}", cause.Line);
        }
    }

    public void Recovered(MailboxRecorder mailbox, Growth growth, int depth, long now)
    {
        if (!growth.IsLogged)
        {
            return;
        }

        var type = mailbox.Type!.Name;
        var seconds = Ticks.ToSeconds(now - growth.Since);
        InstrumentationEventSource.Log.MailboxRecovered(system.Name, type, mailbox.Path, depth, growth.Peak, seconds, mailbox.IsGone);
        system.Log.Info(
            mailbox.IsGone
                ? "The mailbox of {0} ({1}) is gone with its actor, after {4} s and at most {3} messages."
                : "The mailbox of {0} ({1}) has recovered: {2} messages wait, after {4} s and at most {3}.",
            [mailbox.Path, type, depth, growth.Peak, Text(seconds)]);
    }

    public void Blocking(BlockedHandler handler, bool isFirst, long now)
    {
        if (isFirst)
        {
            blocked.Increment(handler.ActorType, handler.MessageType);
        }

        if (!_blocking.TryTake(now, out var heldBack))
        {
            return;
        }

        handler.IsLogged = true;
        var (found, thread, since) = (handler.Named, handler.Thread, Text(handler.Since));
        InstrumentationEventSource.Log.HandlerBlocking(
            system.Name, found.ActorType, found.Path, found.MessageType, thread.ManagedThreadId, thread.Name ?? "", since, found.Seconds);
        system.Log.Warning(
            "{0} ({1}) still blocks thread {3} ({4}) with {2}, for {5} s now, since {6}{7}.{8}",
            [
                found.Path, found.ActorType, FoldedWords.Work(found.MessageType), thread.ManagedThreadId, thread.Name
                    ?? "unnamed", Text(found.Seconds),
                since, found.From, HeldBack(heldBack),
            ]);
    }

    /// <summary>It is known where the handler hangs. A thread of the pool.</summary>
    public void Hangs(BlockedHandler handler, HungStack stack)
    {
        handler.Stack = stack;
        if (handler.IsLogged)
        {
            system.Log.Warning("{0} hangs in {1}. Its stack:\n   {2}", [handler.Named.Path, stack.Where, string.Join("\n   ", stack.Frames)]);
        }
    }

    public void Returned(BlockedHandler handler)
    {
        if (!handler.IsLogged)
        {
            return;
        }

        var (found, thread, since) = (handler.Named, handler.Thread, Text(handler.Since));
        InstrumentationEventSource.Log.HandlerReturned(
            system.Name, found.ActorType, found.Path, found.MessageType, thread.ManagedThreadId, thread.Name ?? "", since, found.Seconds);
        system.Log.Info(
            "{0} ({1}) no longer blocks thread {3} ({4}) with {2}, after {5} s, since {6}.",
            [
                found.Path, found.ActorType, FoldedWords.Work(found.MessageType), thread.ManagedThreadId, thread.Name
                    ?? "unnamed", Text(found.Seconds),
                since,
            ]);
    }

    private static string HeldBack(int reports) => reports == 0 ? "" : $" {reports} more such reports were held back.";

    private static string Text(double value) => value.ToString(value < 10 ? "0.##" : "0", CultureInfo.InvariantCulture);

    private static string Text(DateTime utc) => utc.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
}

/// <summary>
/// The main senders of the messages at the head of a mailbox: <c>SessionActor 51 (3 actors), OrderActor 13 (/user/orders)</c>. They are grouped by
/// type, because the senders that overload an actor are often many of the same type.
/// </summary>
internal static class MainSenders
{
    private const int Named = 3;

    /// <summary>
    /// Describes them. The text is empty when the queue has no senders to show, because its kind is unknown or it is empty by now, or when a sender's
    /// reference, which can be of a user's own type, throws.
    /// </summary>
    public static string Describe(MailboxRecorder mailbox, ActorNames names) =>
        TelemetryFault.GuardValue(TelemetryFault.Watch, (mailbox, names), DescribeCore, "");

    private static string DescribeCore((MailboxRecorder Mailbox, ActorNames Names) of) => string.Join(", ", of.Mailbox.Senders()
        .GroupBy(waiting => of.Names.OfSender(waiting.Sender, waiting.IsScheduled), waiting => waiting.Sender, StringComparer.Ordinal)
        .OrderByDescending(type => type.Count()).ThenBy(type => type.Key, StringComparer.Ordinal)
        .Take(Named)
        .Select(type => $"{FoldedWords.Who(type.Key)} {type.Count()}{Which(type)}"));

    private static string Which(IGrouping<string, IActorRef?> type)
    {
        if (type.Key is FoldedNames.None or FoldedNames.Timer)
        {
            return "";
        }

        var paths = type.Where(sender => type.Key == FoldedNames.Remote || !ActorNames.IsAsking(sender))
            .Select(sender => type.Key == FoldedNames.Remote ? ActorNames.PathWithAddress(sender!.Path) : ActorTypeNames.PathOf(sender!.Path))
            .Distinct().ToList();
        return paths.Count switch { 0 => "", 1 => $" ({paths[0]})", _ => $" ({paths.Count} actors)" };
    }
}
