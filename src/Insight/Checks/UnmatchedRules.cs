using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Reports once the user's rules that have matched nothing in the first minute with traffic. Runs on a timer's thread, until the system's end.
/// </summary>
internal sealed class UnmatchedRules : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    private readonly Timer _timer;
    private IReadOnlyList<Rule> _before = [];

    public UnmatchedRules(AkkaInstrumentationExtension extension)
    {
        // The timer must not keep the execution context of the code that starts the system.
        using var flow = ExecutionFlow.Suppress();
        _timer = new Timer(_ => TelemetryFault.Guard(TelemetryFault.Watch, extension, Look), null, Patience, Patience);
    }

    /// <summary>The user's rules that match every message of every actor, perhaps by accident.</summary>
    public static IEnumerable<string> WithoutPattern(RuleSet rules) =>
        from rule in rules.Rules
        where rule.IsUsers && rule.HasNoPattern
        select $"The {rule} has no pattern, so it matches every message of every actor. Add a pattern, or path = \"/**\" if it is meant so.";

    /// <summary>Called by the timer, each minute. Checks the rules that had traffic at the previous call too.</summary>
    public void Look(AkkaInstrumentationExtension extension)
    {
        var now = extension.Settings.Rules;
        if (!now.HasDecided)
        {
            // There is no listener, or no message was sent.
            return;
        }

        var unmatched = now.Rules.Where(rule => !rule.HasMatched && rule.IsUsers).ToList();
        var old = unmatched.Where(_before.Contains).ToList();
        _before = now.Rules;
        if (old.Count > 0)
        {
            extension.Observer.Warn(
                $"These rules have matched no message in the first minute with traffic: {string.Join("; ", old)}. "
                + $"system.{nameof(AkkaInsightExtensions.GetInsight)}().{nameof(AkkaInsight.Explain)}(path, type) shows why one does not match.");
        }

        if (old.Count == unmatched.Count)
        {
            Dispose();
        }
    }

    public void Dispose() => _timer.Dispose();
}
