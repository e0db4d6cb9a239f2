using System.Globalization;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>
/// Thresholds of the health check of an actor system. They are named options: the name is that of the check, <c>akka</c> by default. So
/// <c>services.Configure&lt;AkkaHealthCheckOptions&gt;("akka", section)</c> reads them from the host's configuration, and changes take effect at
/// the next check. Wrong values stop the host from starting.
/// </summary>
public sealed class AkkaHealthCheckOptions
{
    /// <summary>
    /// Degraded: the oldest message of a mailbox has waited at least this long, from 100 ms to one day. The age is known while somebody listens to
    /// metrics or spans. Default: 30 s.
    /// </summary>
    public TimeSpan DegradedMessageAge { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Unhealthy: the oldest message of a mailbox has waited at least this long, from <see cref="DegradedMessageAge"/> to one day; null for never.
    /// Default: 5 min.
    /// </summary>
    public TimeSpan? UnhealthyMessageAge { get; set; } = TimeSpan.FromMinutes(5);

    /// <summary>
    /// Unhealthy: a mailbox that was reported as growing holds at least this many messages, from 1 to 1,000,000,000; null for never. Every reported
    /// mailbox that has not recovered makes the check degraded; <c>akka.instrumentation.pressure</c> decides which are reported. Default: 100,000.
    /// </summary>
    public int? UnhealthyMailboxDepth { get; set; } = 100_000;

    /// <summary>
    /// Unhealthy: a handler has blocked its thread for at least this long, from 50 ms to one day; null for never. Every handler that was reported as
    /// blocking and has not returned makes the check degraded; <c>akka.instrumentation.blocking</c> decides which are reported. Default: 1 min.
    /// </summary>
    public TimeSpan? UnhealthyBlockingTime { get; set; } = TimeSpan.FromMinutes(1);

    /// <summary>The time for which restarts are counted, from 1 s to 1 h. Default: 1 min.</summary>
    public TimeSpan RestartsWithin { get; set; } = TimeSpan.FromMinutes(1);

    /// <summary>Degraded: one actor was restarted at least this many times within <see cref="RestartsWithin"/>, from 1 to 1,000. Default: 3.</summary>
    public int DegradedRestarts { get; set; } = 3;

    /// <summary>
    /// Unhealthy: one actor was restarted at least this many times within <see cref="RestartsWithin"/>, from <see cref="DegradedRestarts"/> to 1,000;
    /// null for never. Default: 10.
    /// </summary>
    public int? UnhealthyRestarts { get; set; } = 10;

    /// <summary>The number of actors of each kind that the result names, the worst first, from 1 to 100. Default: 10.</summary>
    public int MaxNamedActors { get; set; } = 10;
}

/// <summary>Names every wrong threshold at once, each with its path, its value and what is allowed.</summary>
internal sealed class HealthOptionsValidation : IValidateOptions<AkkaHealthCheckOptions>
{
    private const int MaxRestarts = 1_000;

    private static readonly TimeSpan Day = TimeSpan.FromDays(1);

    public ValidateOptionsResult Validate(string? name, AkkaHealthCheckOptions options)
    {
        var wrong = new List<string>();
        Check(nameof(options.DegradedMessageAge), options.DegradedMessageAge, TimeSpan.FromMilliseconds(100), Day);
        Check(nameof(options.UnhealthyMessageAge), options.UnhealthyMessageAge, options.DegradedMessageAge, Day);
        Check(nameof(options.UnhealthyMailboxDepth), options.UnhealthyMailboxDepth, 1, 1_000_000_000);
        Check(nameof(options.UnhealthyBlockingTime), options.UnhealthyBlockingTime, TimeSpan.FromMilliseconds(50), Day);
        Check(nameof(options.RestartsWithin), options.RestartsWithin, TimeSpan.FromSeconds(1), TimeSpan.FromHours(1));
        Check(nameof(options.DegradedRestarts), options.DegradedRestarts, 1, MaxRestarts);
        Check(nameof(options.UnhealthyRestarts), options.UnhealthyRestarts, options.DegradedRestarts, MaxRestarts);
        Check(nameof(options.MaxNamedActors), options.MaxNamedActors, 1, Findings<object>.MaxNamed);
        return wrong.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(wrong);

        void Check<T>(string property, T? value, T least, T most)
            where T : struct, IComparable<T>
        {
            if (value is { } given && (given.CompareTo(least) < 0 || given.CompareTo(most) > 0))
            {
                wrong.Add(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{nameof(AkkaHealthCheckOptions)}.{property} ({name}) = {given}, allowed is {least} to {most}"));
            }
        }
    }
}
