namespace AkkaInstrumentation;

/// <summary>
/// Reports once the user's rules that have matched nothing for five minutes, although messages were evaluated. Runs on a timer's thread;
/// the timer holds the system weakly.
/// </summary>
internal sealed class UnmatchedRules : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private readonly Timer _timer;
    private IReadOnlyList<Rule> _before;

    public UnmatchedRules(AkkaInstrumentationExtension extension)
    {
        _before = extension.Settings.Rules.Rules;

        // The timer must not keep the execution context of the code that starts the system.
        using var flow = ExecutionFlow.Suppress();
        _timer = new Timer(Look, new WeakReference<AkkaInstrumentationExtension>(extension), Patience, Patience);
    }

    /// <summary>Called by the timer. Checks the rules that existed at the previous call too.</summary>
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
            extension.Warnings.Say(
                $"These rules have matched no message in the first minutes: {string.Join("; ", old)}. {nameof(AkkaInstrumentationExtension)}.{nameof(AkkaInstrumentationExtension.Explain)}(path, type) says why one does not match.");
        }

        if (old.Count == unmatched.Count)
        {
            Dispose();
        }
    }

    public void Dispose() => _timer.Dispose();

    private void Look(object? weak)
    {
        if (((WeakReference<AkkaInstrumentationExtension>)weak!).TryGetTarget(out var extension))
        {
            try
            {
                Look(extension);
            }
            catch (Exception e)
            {
                TelemetryFault.Report(TelemetryFault.Watch, e);
            }
        }
    }
}
