using System.Diagnostics;
using System.Globalization;
using Akka.Actor;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>Checks the host's actor system. It only reads what the instrumentation knows: no message is sent and nothing is awaited.</summary>
/// <param name="services">The host's services, which know the actor system.</param>
/// <param name="options">The thresholds, by the name of the check.</param>
/// <param name="clock">Its timestamps are <see cref="System.Diagnostics.Stopwatch"/> ticks.</param>
internal sealed class AkkaHealthCheck(IServiceProvider services, IOptionsMonitor<AkkaHealthCheckOptions> options, TimeProvider clock) : IHealthCheck
{
    public Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default) =>
        Task.FromResult(Check(context.Registration));

    private HealthCheckResult Check(HealthCheckRegistration registration)
    {
        if (services.GetService<ActorSystem>() is not { } system)
        {
            return new(HealthStatus.Degraded, "There is no actor system in the host's services. Call AddAkka(...).");
        }

        if (system.WhenTerminated.IsCompleted)
        {
            return new(registration.FailureStatus, $"Actor system {system.Name}: it has ended.");
        }

        if (!system.TryGetExtension<AkkaInstrumentationExtension>(out var instrumentation))
        {
            return new(
                HealthStatus.Degraded, $"Actor system {system.Name}: it is not instrumented, so nothing is checked. Call WithInstrumentation() inside AddAkka(...).");
        }

        var thresholds = options.Get(registration.Name);
        return HealthVerdict.Of(system.Name, SystemFindings.Read(instrumentation, thresholds, clock.GetTimestamp()), thresholds, registration.FailureStatus);
    }
}

/// <summary>What a health check finds in one actor system. The verdict depends on nothing else.</summary>
/// <param name="Growing">Mailboxes that were reported as growing and have not recovered.</param>
/// <param name="Late">Actors whose oldest message is too old.</param>
/// <param name="Blocking">Handlers that were reported as blocking and have not returned.</param>
/// <param name="Restarting">Actors that restart too often.</param>
/// <param name="Unchecked">What could not be found, and why.</param>
internal sealed record SystemFindings(
    Findings<GrowingMailbox> Growing,
    Findings<LateActor> Late,
    Findings<BlockingActor> Blocking,
    Findings<RestartingActor> Restarting,
    IReadOnlyList<string> Unchecked)
{
    /// <summary>Walks over the mailboxes once. Any thread.</summary>
    /// <param name="system">The actor system's instrumentation.</param>
    /// <param name="options">What counts as too old and too often.</param>
    /// <param name="now"><see cref="Stopwatch"/> ticks.</param>
    public static SystemFindings Read(AkkaInstrumentationExtension system, AkkaHealthCheckOptions options, long now)
    {
        var watched = system.Watched;
        return new(
            watched.Growing,
            LateIn(system, now - Ticks.Of(options.DegradedMessageAge), now),
            watched.Blocking,
            system.Restarts.Since(now - Ticks.Of(options.RestartsWithin), options.DegradedRestarts),
            [.. UncheckedIn(system)]);
    }

    private static Findings<LateActor> LateIn(AkkaInstrumentationExtension system, long before, long now)
    {
        var late = new List<LateActor>();
        var count = 0;
        foreach (var type in system.Metrics.ActorTypes)
        {
            var mailboxes = new LateMailboxes(before, Findings<LateActor>.MaxNamed);
            type.Mailboxes.ForEachWaiting(mailboxes.Add);
            count += mailboxes.Count;
            late.AddRange(mailboxes.Latest.Select(found =>
                new LateActor(found.Mailbox.Path, type.Name, Ticks.ToSeconds(now - found.OldestEnqueuedAt), found.Depth)));
        }

        return Findings<LateActor>.Of(late, actor => actor.Seconds) with { Count = count };
    }

    private static IEnumerable<string> UncheckedIn(AkkaInstrumentationExtension system)
    {
        var settings = system.Settings;
        var spans = settings.TracingEnabled && AkkaTelemetry.Source.HasListeners();
        if (!settings.PressureEnabled)
        {
            yield return "mailboxes that grow: akka.instrumentation.pressure.enabled is off";
        }

        if (!settings.BlockingEnabled)
        {
            yield return "handlers that block: akka.instrumentation.blocking.enabled is off";
        }
        else if (!spans && !Instruments.IsListening)
        {
            yield return "handlers that block: nobody listens to metrics or spans";
        }

        if (!spans && !Instruments.IsMeasuring)
        {
            yield return "the age of messages: nobody listens to akka.mailbox.wait.duration or spans";
        }
    }
}

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
