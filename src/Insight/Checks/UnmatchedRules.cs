using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Reports, once each, the user's rules that have had no effect in the first minute with traffic, because they have matched nothing or earlier rules
/// have decided everything that they set. Runs on a timer's thread, until the system's end.
/// </summary>
internal sealed class UnmatchedRules : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(10);

    private readonly Timer _timer;

    // The time, in ticks, since which there has been traffic while a rule had no effect. The key is the rule's text, because each change of the
    // settings creates new rule objects.
    private readonly Dictionary<string, long> _since = [];

    /// <summary>How many rules are remembered. For tests.</summary>
    internal int Kept => _since.Count;

    public UnmatchedRules(AkkaInstrumentationExtension extension)
    {
        // The timer must not keep the execution context of the code that starts the system.
        using var flow = ExecutionFlow.Suppress();
        _timer = new Timer(
            _ => TelemetryFault.Guard(TelemetryFault.Watch, extension, it => Look(it, Stopwatch.GetTimestamp())), null, Interval, Interval);
    }

    /// <summary>The user's rules that match every message of every actor, perhaps by accident.</summary>
    public static IEnumerable<string> WithoutPattern(RuleSet rules) =>
        from rule in rules.Rules
        where rule.IsUsers && rule.Criteria.Count == 0
        select $"The {rule} has no pattern, so it matches every message of every actor. Add a pattern, or path = \"/**\" if it is meant so.";

    /// <summary>Called by the timer. The first call after a rule's first minute with traffic reports the rule if it has had no effect.</summary>
    /// <param name="extension">The instrumentation.</param>
    /// <param name="now">The time, in ticks.</param>
    public void Look(AkkaInstrumentationExtension extension, long now)
    {
        var rules = extension.Settings.Rules;

        // Nothing is collected, or no message was sent; or everything is traced for some minutes, which overrides all other rules about traces.
        if (!rules.HasDecided || rules.Rules.Any(rule => rule.IsTimed))
        {
            return;
        }

        var idle = rules.Rules.Where(rule => rule.IsUsers && !rule.HasDecided).ToList();
        foreach (var gone in _since.Keys.Except(idle.Select(rule => rule.Text)).ToList())
        {
            _since.Remove(gone);
        }

        idle.ForEach(rule => _since.TryAdd(rule.Text, now));
        var old = idle.Where(rule => Stopwatch.GetElapsedTime(_since[rule.Text], now) >= Patience).ToList();
        Report(
            extension,
            "These rules have matched no message in the first minute with traffic",
            "does not match",
            old.Where(rule => !rule.HasMatched));
        Report(
            extension,
            "These rules have had no effect in the first minute with traffic, because earlier rules or attributes decide all that they set",
            "has no effect",
            old.Where(rule => rule.HasMatched));
        if (old.Count == idle.Count)
        {
            Dispose();
        }
        else
        {
            // These rules are reported. The others get more time.
            old.ForEach(rule => _since[rule.Text] = long.MaxValue);
        }
    }

    private static void Report(AkkaInstrumentationExtension extension, string what, string why, IEnumerable<Rule> rules)
    {
        if (string.Join("; ", rules) is { Length: > 0 } all)
        {
            extension.Observer.Warn(
                $"{what}: {all}. system.{nameof(AkkaInsightExtensions.GetInsight)}().{nameof(AkkaInsight.Explain)}(path, type) shows why one {why}.");
        }
    }

    public void Dispose() => _timer.Dispose();
}
