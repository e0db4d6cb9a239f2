using System.Globalization;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>Names every wrong threshold at once, each with its path, its value and what is allowed.</summary>
internal sealed class HealthOptionsValidation : IValidateOptions<AkkaHealthCheckOptions>
{
    private const int MaxRestarts = 1_000;
    private const int MaxCount = 1_000_000;

    private static readonly TimeSpan Day = TimeSpan.FromDays(1);

    public ValidateOptionsResult Validate(string? name, AkkaHealthCheckOptions options)
    {
        var wrong = new List<string>();
        var limits = new HealthLimits(options);
        Check(nameof(options.DegradedMessageAge), limits.DegradedMessageAge, TimeSpan.FromMilliseconds(100), Day);
        Check(nameof(options.UnhealthyMessageAge), limits.UnhealthyMessageAge, limits.DegradedMessageAge, Day, TimeSpan.MaxValue);
        Check(nameof(options.UnhealthyMailboxDepth), limits.UnhealthyMailboxDepth, 1, 1_000_000_000, int.MaxValue);
        Check(nameof(options.UnhealthyBlockingTime), limits.UnhealthyBlockingTime, TimeSpan.FromMilliseconds(50), Day, TimeSpan.MaxValue);
        Check(nameof(options.DegradedAwaitingTime), limits.DegradedAwaitingTime, TimeSpan.FromMilliseconds(100), Day, TimeSpan.MaxValue);
        Check(nameof(options.RestartsWithin), limits.RestartsWithin, TimeSpan.FromSeconds(1), TimeSpan.FromHours(1));
        Check(nameof(options.DegradedRestarts), limits.DegradedRestarts, 1, MaxRestarts);
        Check(nameof(options.UnhealthyRestarts), limits.UnhealthyRestarts, limits.DegradedRestarts, MaxRestarts, int.MaxValue);
        Check(nameof(options.DegradedFailures), limits.DegradedFailures, 1, MaxCount);
        Check(nameof(options.UnhealthyFailures), limits.UnhealthyFailures, limits.DegradedFailures, MaxCount, int.MaxValue);
        Check(nameof(options.DegradedLostMessages), limits.DegradedLostMessages, 1, MaxCount);
        Check(nameof(options.UnhealthyLostMessages), limits.UnhealthyLostMessages, limits.DegradedLostMessages, MaxCount, int.MaxValue);
        Check(nameof(options.DegradedStarvedSeconds), limits.DegradedStarvedSeconds, 1, 60);
        Check(nameof(options.MaxNamedActors), limits.MaxNamedActors, 1, Findings<object>.MaxNamed);
        return wrong.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(wrong);

        void Check<T>(string property, T value, T least, T most, T? never = null)
            where T : struct, IComparable<T>
        {
            if ((value.CompareTo(least) < 0 || value.CompareTo(most) > 0) && !value.Equals(never))
            {
                wrong.Add(string.Create(
                    CultureInfo.InvariantCulture,
                    $"{nameof(AkkaHealthCheckOptions)}.{property} ({name}) = {value}, allowed is {least} to {most}"));
            }
        }
    }
}
