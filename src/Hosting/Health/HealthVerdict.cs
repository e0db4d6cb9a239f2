using System.Globalization;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace AkkaInstrumentation;

/// <summary>Decides from findings whether an actor system is healthy, and says which actors are not.</summary>
internal sealed class HealthVerdict
{
    private readonly AkkaHealthCheckOptions _options;
    private readonly List<string> _reasons = [];
    private readonly Dictionary<string, object> _data = [];
    private HealthStatus _status = HealthStatus.Healthy;

    private HealthVerdict(AkkaHealthCheckOptions options) => _options = options;

    /// <param name="system">Name of the actor system.</param>
    /// <param name="found">What was found.</param>
    /// <param name="options">The thresholds.</param>
    /// <param name="failure">What the check reports instead of unhealthy.</param>
    public static HealthCheckResult Of(string system, SystemFindings found, AkkaHealthCheckOptions options, HealthStatus failure)
    {
        var verdict = new HealthVerdict(options);
        verdict.Add(
            "growing", found.Growing, "mailboxes grow", mailbox => mailbox.Depth >= options.UnhealthyMailboxDepth,
            mailbox => Text($"{mailbox.Path} ({mailbox.ActorType}): {mailbox.Depth} messages wait, {mailbox.PerSecond:0.#} more each second"));
        verdict.Add(
            "late", found.Late, "actors have old messages", actor => actor.Seconds >= options.UnhealthyMessageAge?.TotalSeconds,
            actor => Text($"{actor.Path} ({actor.ActorType}): the oldest message has waited {actor.Seconds:0.#} s, {actor.Depth} wait"));
        verdict.Add(
            "blocking", found.Blocking, "handlers block their threads", actor => actor.Seconds >= options.UnhealthyBlockingTime?.TotalSeconds,
            actor => Text($"{actor.Path} ({actor.ActorType}): {actor.MessageType} blocks for {actor.Seconds:0.#} s"));
        verdict.Add(
            "restarting", found.Restarting, "actors restart too often", actor => actor.Restarts >= options.UnhealthyRestarts,
            actor => Text($"{actor.Path} ({actor.ActorType}): {actor.Restarts} restarts in {options.RestartsWithin.TotalSeconds:0.#} s"));
        if (found.Unchecked.Count > 0)
        {
            verdict._data.Add("unchecked", found.Unchecked.ToArray());
        }

        return verdict.Result(system, failure);
    }

    // The worst come first, so the first decides.
    private void Add<T>(string key, Findings<T> found, string trouble, Func<T, bool> isUnhealthy, Func<T, string> text)
    {
        if (found.Count == 0)
        {
            return;
        }

        var status = isUnhealthy(found.Worst[0]) ? HealthStatus.Unhealthy : HealthStatus.Degraded;
        _status = status < _status ? status : _status;
        _reasons.Add(Text($"{trouble}: {found.Count}"));
        _data.Add(key, found.Worst.Take(_options.MaxNamedActors).Select(text).ToArray());
        _data.Add($"{key}.count", found.Count);
    }

    private HealthCheckResult Result(string system, HealthStatus failure) => new(
        _status == HealthStatus.Unhealthy ? failure : _status,
        _reasons.Count == 0 ? null : $"Actor system {system}: {string.Join(", ", _reasons)}.",
        data: _data);

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
