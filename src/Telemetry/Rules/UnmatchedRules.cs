namespace AkkaInstrumentation;

/// <summary>
/// Says once which of the user's rules have matched nothing for five minutes in which other messages were looked at. A timer's thread;
/// the timer holds the system weakly.
/// </summary>
internal sealed class UnmatchedRules : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private readonly Timer _timer;
    private IReadOnlyList<Rule> _before;

    public UnmatchedRules(InstrumentationExtension extension)
    {
        _before = extension.Settings.Rules.Rules;

        // what flows where a system is started must not be kept by the timer
        AsyncFlowControl? flow = ExecutionContext.IsFlowSuppressed() ? null : ExecutionContext.SuppressFlow();
        _timer = new Timer(Look, new WeakReference<InstrumentationExtension>(extension), Patience, Patience);
        flow?.Dispose();
    }

    /// <summary>What the timer does: judges the rules that were there the last time too.</summary>
    public void Look(InstrumentationExtension extension)
    {
        var now = extension.Settings.Rules;
        if (!now.HasDecided)
        {
            // nobody listens, or no message has come
            return;
        }

        var unmatched = now.Rules.Where(rule => !rule.HasMatched && rule.IsUsers).ToList();
        var old = unmatched.Where(_before.Contains).ToList();
        _before = now.Rules;
        if (old.Count > 0)
        {
            extension.Warnings.Say(
                $"These rules have matched no message in the first minutes: {string.Join("; ", old)}. {nameof(InstrumentationExtension)}.{nameof(InstrumentationExtension.Explain)}(path, type) says why one does not match.");
        }

        if (old.Count == unmatched.Count)
        {
            Dispose();
        }
    }

    public void Dispose() => _timer.Dispose();

    private void Look(object? weak)
    {
        if (((WeakReference<InstrumentationExtension>)weak!).TryGetTarget(out var extension))
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
