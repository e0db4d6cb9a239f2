using System.Globalization;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Thresholds of the health check of an actor system, and of the status that the dashboard shows. They are named options: the name is that of the
/// check, <c>akka</c> by default. A value that is null is not set: its default applies. So
/// <c>services.Configure&lt;AkkaHealthCheckOptions&gt;("akka", section)</c> reads them from the host's configuration, and changes take effect at
/// the next check. Wrong values stop the host from starting.
/// </summary>
public sealed class AkkaHealthCheckOptions
{
    /// <summary>
    /// Degraded: the oldest message of a mailbox has waited at least this long, from 100 ms to one day. The age is known while metrics or spans are
    /// collected. Default: 15 s.
    /// </summary>
    public TimeSpan? DegradedMessageAge { get; set; }

    /// <summary>
    /// Unhealthy: the oldest message of a mailbox has waited at least this long, from <see cref="DegradedMessageAge"/> to one day;
    /// <see cref="Timeout.InfiniteTimeSpan"/>: never. Default: 5 min.
    /// </summary>
    public TimeSpan? UnhealthyMessageAge { get; set; }

    /// <summary>
    /// Unhealthy: a mailbox that was reported as growing holds at least this many messages, from 1 to 1,000,000,000; <see cref="int.MaxValue"/>:
    /// never. Every reported mailbox that has not recovered makes the check degraded; <c>akka.instrumentation.pressure</c> decides which are
    /// reported. Default: 100,000.
    /// </summary>
    public int? UnhealthyMailboxDepth { get; set; }

    /// <summary>
    /// Unhealthy: a handler has blocked its thread for at least this long, from 50 ms to one day; <see cref="Timeout.InfiniteTimeSpan"/>: never.
    /// Every handler that was reported as blocking and has not returned makes the check degraded; <c>akka.instrumentation.blocking</c> decides
    /// which are reported. Default: 1 min.
    /// </summary>
    public TimeSpan? UnhealthyBlockingTime { get; set; }

    /// <summary>
    /// Degraded: a handler has awaited for at least this long, from 100 ms to one day, whether or not messages wait behind it;
    /// <see cref="Timeout.InfiniteTimeSpan"/>: never. Set it above the longest time that your handlers may normally take. Default: 30 s.
    /// </summary>
    public TimeSpan? DegradedAwaitingTime { get; set; }

    /// <summary>The period in which restarts are counted, from 1 s to 1 h. Default: 1 min.</summary>
    public TimeSpan? RestartsWithin { get; set; }

    /// <summary>
    /// Degraded: one actor was restarted at least this many times within <see cref="RestartsWithin"/>, from 1 to 1,000. Default: 3.
    /// </summary>
    public int? DegradedRestarts { get; set; }

    /// <summary>
    /// Unhealthy: one actor was restarted at least this many times within <see cref="RestartsWithin"/>, from <see cref="DegradedRestarts"/> to 1,000;
    /// <see cref="int.MaxValue"/>: never. Default: 10.
    /// </summary>
    public int? UnhealthyRestarts { get; set; }

    /// <summary>
    /// Degraded: handlers of one actor type threw one type of exception at least this many times within a minute, from 1 to 1,000,000; or actors of
    /// one type got at least this many messages <c>Status.Failure</c> with one type of exception. Default: 10.
    /// </summary>
    public int? DegradedFailures { get; set; }

    /// <summary>
    /// Unhealthy: the same, at least this many times, from <see cref="DegradedFailures"/> to 1,000,000; <see cref="int.MaxValue"/>: never.
    /// Default: never, because requests that a load balancer sends to another process would probably fail there too.
    /// </summary>
    public int? UnhealthyFailures { get; set; }

    /// <summary>
    /// Degraded: at least this many messages of one type to actors of one type were lost for one reason within a minute, from 1 to 1,000,000:
    /// full mailboxes, dead letters, late replies, unhandled messages. Suppressed dead letters do not count. Default: 10.
    /// </summary>
    public int? DegradedLostMessages { get; set; }

    /// <summary>
    /// Unhealthy: the same, at least this many messages, from <see cref="DegradedLostMessages"/> to 1,000,000; <see cref="int.MaxValue"/>: never.
    /// Default: never.
    /// </summary>
    public int? UnhealthyLostMessages { get; set; }

    /// <summary>
    /// Degraded: in at least this many seconds of the last minute, one run in twenty of a dispatcher had waited for a thread for 100 ms or more. From
    /// 1 s to 1 min, in whole seconds. The check works while <c>akka.dispatcher.wait.duration</c> is collected. Default: 10 s.
    /// </summary>
    public TimeSpan? DegradedStarvedTime { get; set; }

    /// <summary>The number of actors of each kind that the result names, the worst first, from 1 to 100. Default: 10.</summary>
    public int? MaxNamedActors { get; set; }

    /// <summary>
    /// A directory to which an incident is written when a trouble begins, as <see cref="AkkaInsight.WriteIncidents"/> does it; from the first check
    /// on, to the end of the actor system. Default: null, for none.
    /// </summary>
    public string? IncidentDirectory { get; set; }
}

/// <summary>The thresholds in force: the values of the options, otherwise the defaults. A time that is never reached is the longest one.</summary>
internal sealed class HealthLimits(AkkaHealthCheckOptions set)
{
    public static HealthLimits Default { get; } = new(new());

    public TimeSpan DegradedMessageAge { get; } = set.DegradedMessageAge ?? TimeSpan.FromSeconds(15);

    public TimeSpan UnhealthyMessageAge { get; } = Time(set.UnhealthyMessageAge, TimeSpan.FromMinutes(5));

    public int UnhealthyMailboxDepth { get; } = set.UnhealthyMailboxDepth ?? 100_000;

    public TimeSpan UnhealthyBlockingTime { get; } = Time(set.UnhealthyBlockingTime, TimeSpan.FromMinutes(1));

    public TimeSpan DegradedAwaitingTime { get; } = Time(set.DegradedAwaitingTime, TimeSpan.FromSeconds(30));

    public TimeSpan RestartsWithin { get; } = set.RestartsWithin ?? TimeSpan.FromMinutes(1);

    public int DegradedRestarts { get; } = set.DegradedRestarts ?? 3;

    public int UnhealthyRestarts { get; } = set.UnhealthyRestarts ?? 10;

    public int DegradedFailures { get; } = set.DegradedFailures ?? 10;

    public int UnhealthyFailures { get; } = set.UnhealthyFailures ?? int.MaxValue;

    public int DegradedLostMessages { get; } = set.DegradedLostMessages ?? 10;

    public int UnhealthyLostMessages { get; } = set.UnhealthyLostMessages ?? int.MaxValue;

    public TimeSpan DegradedStarvedTime { get; } = set.DegradedStarvedTime ?? TimeSpan.FromSeconds(10);

    public int MaxNamedActors { get; } = set.MaxNamedActors ?? 10;

    private static TimeSpan Time(TimeSpan? set, TimeSpan otherwise) => set == Timeout.InfiniteTimeSpan ? TimeSpan.MaxValue : set ?? otherwise;

    /// <summary>Every wrong threshold, with its path, its value and what is allowed.</summary>
    public static IReadOnlyList<string> Wrong(AkkaHealthCheckOptions options, string? name)
    {
        const int MaxRestarts = 1_000;
        const int MaxCount = 1_000_000;
        var day = TimeSpan.FromDays(1);
        var wrong = new List<string>();
        var limits = new HealthLimits(options);
        Check(limits.DegradedMessageAge, TimeSpan.FromMilliseconds(100), day);
        Check(limits.UnhealthyMessageAge, limits.DegradedMessageAge, day, TimeSpan.MaxValue);
        Check(limits.UnhealthyMailboxDepth, 1, 1_000_000_000, int.MaxValue);
        Check(limits.UnhealthyBlockingTime, TimeSpan.FromMilliseconds(50), day, TimeSpan.MaxValue);
        Check(limits.DegradedAwaitingTime, TimeSpan.FromMilliseconds(100), day, TimeSpan.MaxValue);
        Check(limits.RestartsWithin, TimeSpan.FromSeconds(1), TimeSpan.FromHours(1));
        Check(limits.DegradedRestarts, 1, MaxRestarts);
        Check(limits.UnhealthyRestarts, limits.DegradedRestarts, MaxRestarts, int.MaxValue);
        Check(limits.DegradedFailures, 1, MaxCount);
        Check(limits.UnhealthyFailures, limits.DegradedFailures, MaxCount, int.MaxValue);
        Check(limits.DegradedLostMessages, 1, MaxCount);
        Check(limits.UnhealthyLostMessages, limits.DegradedLostMessages, MaxCount, int.MaxValue);
        Check(limits.DegradedStarvedTime, TimeSpan.FromSeconds(1), TimeSpan.FromMinutes(1));
        Check(limits.MaxNamedActors, 1, Findings<object>.MaxNamed);
        return wrong;

        void Check<T>(
            T value,
            T least,
            T most,
            T? never = null,
            [CallerArgumentExpression(nameof(value))] string property = "",
            [CallerArgumentExpression(nameof(least))] string from = "")
            where T : struct, IComparable<T>
        {
            // If the least value is above the largest one, it comes from another threshold, which is wrong itself.
            if ((value.CompareTo(least) < 0 || value.CompareTo(most) > 0) && !value.Equals(never) && least.CompareTo(most) <= 0)
            {
                var isOther = from.StartsWith("limits.", StringComparison.Ordinal) && value.CompareTo(least) < 0;
                var other = isOther ? $", the value of {from["limits.".Length..]}," : "";
                var upTo = least.Equals(most) ? "" : string.Create(CultureInfo.InvariantCulture, $" to {most}");
                wrong.Add(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{nameof(AkkaHealthCheckOptions)}.{property["limits.".Length..]} ({name}) = {value}, allowed is {least}{other}{upTo}"));
            }
        }
    }
}
