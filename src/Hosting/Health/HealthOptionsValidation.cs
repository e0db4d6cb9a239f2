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
        Check(nameof(options.DegradedMessageAge), options.DegradedMessageAge, TimeSpan.FromMilliseconds(100), Day);
        Check(nameof(options.UnhealthyMessageAge), options.UnhealthyMessageAge, options.DegradedMessageAge, Day);
        Check(nameof(options.UnhealthyMailboxDepth), options.UnhealthyMailboxDepth, 1, 1_000_000_000);
        Check(nameof(options.UnhealthyBlockingTime), options.UnhealthyBlockingTime, TimeSpan.FromMilliseconds(50), Day);
        Check(nameof(options.DegradedAwaitingTime), options.DegradedAwaitingTime, TimeSpan.FromMilliseconds(100), Day);
        Check(nameof(options.RestartsWithin), options.RestartsWithin, TimeSpan.FromSeconds(1), TimeSpan.FromHours(1));
        Check(nameof(options.DegradedRestarts), options.DegradedRestarts, 1, MaxRestarts);
        Check(nameof(options.UnhealthyRestarts), options.UnhealthyRestarts, options.DegradedRestarts, MaxRestarts);
        Check(nameof(options.DegradedFailures), options.DegradedFailures, 1, MaxCount);
        Check(nameof(options.UnhealthyFailures), options.UnhealthyFailures, options.DegradedFailures, MaxCount);
        Check(nameof(options.DegradedLostMessages), options.DegradedLostMessages, 1, MaxCount);
        Check(nameof(options.UnhealthyLostMessages), options.UnhealthyLostMessages, options.DegradedLostMessages, MaxCount);
        Check(nameof(options.DegradedStarvedSeconds), options.DegradedStarvedSeconds, 1, 60);
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
