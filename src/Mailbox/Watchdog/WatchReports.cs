using System.Globalization;
using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Reports what the watches of one system have found: by an event of the event source, a line in Akka's log and a counter. Reports above the
/// configured number per minute are only counted. Used by the <see cref="WatchdogThread"/>.
/// </summary>
internal sealed class WatchReports(ActorSystem system, Func<InstrumentationSettings> settings, ActorTypeNames names, WatchCounts counts)
{
    private readonly ReportBudget _pressure = new(() => settings().PressureReportsPerMinute);
    private readonly ReportBudget _blocking = new(() => settings().BlockingReportsPerMinute);

    public void Growing(MailboxRecorder mailbox, Growth growth, long now)
    {
        if (mailbox.Type is not { } type)
        {
            return;
        }

        if (!growth.IsCounted)
        {
            growth.IsCounted = true;
            counts.CountGrown(type);
        }

        if (!_pressure.Takes(now, out var heldBack))
        {
            return;
        }

        growth.IsLogged = true;
        var senders = MainSenders.Of(mailbox, names);
        var (seconds, perSecond) = (Ticks.ToSeconds(now - growth.Since), growth.PerSecond);
        InstrumentationEventSource.Log.MailboxGrowing(
            system.Name, type.Name, mailbox.Path, growth.Depth, perSecond, seconds, senders);
        system.Log.Warning(
            "The mailbox of {0} ({1}) has been growing for {2} s: {3} messages wait, {4} more each second.{5}{6}",
            [mailbox.Path, type.Name, Text(seconds), growth.Depth, Text(perSecond), senders.Length > 0 ? $" Of the first that wait, these sent most: {senders}." : "", HeldBack(heldBack)]);
    }

    public void Recovered(MailboxRecorder mailbox, Growth growth, long now)
    {
        if (!growth.IsLogged || mailbox.Type is not { } type)
        {
            return;
        }

        var seconds = Ticks.ToSeconds(now - growth.Since);
        InstrumentationEventSource.Log.MailboxRecovered(
            system.Name, type.Name, mailbox.Path, growth.Depth, growth.Peak, seconds, mailbox.IsGone);
        system.Log.Info(
            mailbox.IsGone
                ? "The mailbox of {0} ({1}) is gone with its actor, after {4} s and at most {3} messages."
                : "The mailbox of {0} ({1}) has recovered: {2} messages wait, after {4} s and at most {3}.",
            [mailbox.Path, type.Name, growth.Depth, growth.Peak, Text(seconds)]);
    }

    public void Blocking(BlockedHandler handler, long now)
    {
        if (handler.Mailbox.Type is not { } type)
        {
            return;
        }

        if (!handler.IsCounted)
        {
            handler.IsCounted = true;
            counts.CountBlocked(type, handler.MessageType);
        }

        if (!_blocking.Takes(now, out var heldBack))
        {
            return;
        }

        handler.IsLogged = true;
        var seconds = Ticks.ToSeconds(handler.Blocked);
        InstrumentationEventSource.Log.HandlerBlocking(
            system.Name, type.Name, handler.Mailbox.Path, handler.MessageTypeName, handler.Thread.ManagedThreadId, handler.Thread.Name ?? "", Text(handler.Since), seconds);
        system.Log.Warning(
            "{0} ({1}) still blocks thread {3} ({4}) with {2}, for {5} s now, since {6}.{7}",
            [handler.Mailbox.Path, type.Name, handler.MessageTypeName, handler.Thread.ManagedThreadId, handler.Thread.Name ?? "unnamed", Text(seconds), Text(handler.Since), HeldBack(heldBack)]);
    }

    public void Returned(BlockedHandler handler)
    {
        if (!handler.IsLogged || handler.Mailbox.Type is not { } type)
        {
            return;
        }

        var seconds = Ticks.ToSeconds(handler.Blocked);
        InstrumentationEventSource.Log.HandlerReturned(
            system.Name, type.Name, handler.Mailbox.Path, handler.MessageTypeName, handler.Thread.ManagedThreadId, handler.Thread.Name ?? "", Text(handler.Since), seconds);
        system.Log.Info(
            "{0} ({1}) no longer blocks thread {3} ({4}) with {2}, after {5} s, since {6}.",
            [handler.Mailbox.Path, type.Name, handler.MessageTypeName, handler.Thread.ManagedThreadId, handler.Thread.Name ?? "unnamed", Text(seconds), Text(handler.Since)]);
    }

    private static string HeldBack(int reports) => reports == 0 ? "" : $" {reports} more such reports were held back.";

    private static string Text(double value) => value.ToString(value < 10 ? "0.##" : "0", CultureInfo.InvariantCulture);

    private static string Text(DateTime utc) => utc.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
}
