using System.Collections;
using System.Globalization;
using Akka.Actor;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>
/// Logs one record when a trouble of the host's actor system begins and one when it has ended. The record's event name names the kind of trouble, and
/// its attributes name the actor. Runs on the thread of <see cref="FindingWatch"/>.
/// </summary>
internal sealed class FindingEvents(IServiceProvider services, ILoggerFactory loggers, IHostApplicationLifetime lifetime) : IHostedService
{
    /// <summary>The category of the records.</summary>
    public const string Category = "AkkaInstrumentation.Findings";

    /// <summary>The event of each kind.</summary>
    internal static readonly Dictionary<string, string> Names = new()
    {
        [AkkaFindingKinds.Ended] = FindingEventNames.Ended,
        [AkkaFindingKinds.CutOff] = FindingEventNames.CutOff,
        [AkkaFindingKinds.LostNode] = FindingEventNames.LostNode,
        [AkkaFindingKinds.Unreachable] = FindingEventNames.Unreachable,
        [AkkaFindingKinds.LateNode] = FindingEventNames.LateNode,
        [AkkaFindingKinds.Leaking] = FindingEventNames.Leaking,
        [AkkaFindingKinds.Restarting] = FindingEventNames.Restarting,
        [AkkaFindingKinds.Failing] = FindingEventNames.Failing,
        [AkkaFindingKinds.Blocking] = FindingEventNames.Blocking,
        [AkkaFindingKinds.Awaiting] = FindingEventNames.Awaiting,
        [AkkaFindingKinds.Starved] = FindingEventNames.Starved,
        [AkkaFindingKinds.Growing] = FindingEventNames.Growing,
        [AkkaFindingKinds.Late] = FindingEventNames.Late,
        [AkkaFindingKinds.Lost] = FindingEventNames.Lost,
        [AkkaFindingKinds.Unreadable] = FindingEventNames.Unreadable,
        [AkkaFindingKinds.Persisting] = FindingEventNames.Persisting,
    };

    private readonly ILogger _log = loggers.CreateLogger(Category);
    private IDisposable? _watch;

    /// <summary>The host may start its actor system after this service.</summary>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        lifetime.ApplicationStarted.Register(Watch);
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken)
    {
        _watch?.Dispose();
        return Task.CompletedTask;
    }

    // The thresholds are those of the registered health check, which the page uses too.
    private void Watch()
    {
        if (services.GetService<ActorSystem>() is not { WhenTerminated.IsCompleted: false } system
            || !system.TryGetExtension<AkkaInstrumentationExtension>(out var instrumentation))
        {
            return;
        }

        var thresholds = services.GetServices<RegisteredHealthCheck>().FirstOrDefault() is { } check
            ? services.GetRequiredService<IOptionsMonitor<AkkaHealthCheckOptions>>().Get(check.Name) : null;
        _watch = instrumentation.Insight.Answers.OnFinding(
            finding => Log(system.Name, finding), finding => Log(system.Name, finding), thresholds);
    }

    private void Log(string system, AkkaFinding finding)
    {
        var level = finding.HasEnded ? LogLevel.Information : finding.IsUnhealthy ? LogLevel.Error : LogLevel.Warning;
        if (_log.IsEnabled(level))
        {
            var name = Names.GetValueOrDefault(finding.Kind, $"akka.finding.{finding.Kind}");
            _log.Log(level, new EventId(0, name), new Record(system, finding), exception: null, static (record, _) => record.ToString());
        }
    }

    private sealed class Record : IReadOnlyList<KeyValuePair<string, object?>>
    {
        private readonly List<KeyValuePair<string, object?>> _attributes;
        private readonly string _text;

        public Record(string system, AkkaFinding finding)
        {
            var isActor = finding.ActorType.Length > 0;
            _attributes =
            [
                new(AkkaSpanAttributes.ActorSystemName, system),
                new(FindingAttributes.State, finding.HasEnded ? FindingStates.End : FindingStates.Begin),
                new(FindingAttributes.Kind, finding.Kind),
                new(FindingAttributes.Level, finding.IsUnhealthy ? "unhealthy" : "degraded"),
                new(FindingAttributes.Description, finding.Description),
            ];
            Add(AkkaSpanAttributes.ActorType, finding.ActorType);
            Add(isActor ? AkkaSpanAttributes.ActorPath : FindingAttributes.Subject, finding.Subject);
            if (finding.EndedAt is { } end)
            {
                _attributes.Add(new(FindingAttributes.Duration, (end - finding.StartedAt).TotalSeconds));
            }

            var who = isActor && finding.Subject.Length > 0 ? $"{finding.ActorType} {finding.Subject}" : $"{finding.ActorType}{finding.Subject}";
            _text = string.Create(CultureInfo.InvariantCulture, $"{(finding.HasEnded ? "Ended" : "Began")}: {who} {finding.Description}");
        }

        public int Count => _attributes.Count;

        public KeyValuePair<string, object?> this[int index] => _attributes[index];

        public IEnumerator<KeyValuePair<string, object?>> GetEnumerator() => _attributes.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        public override string ToString() => _text;

        private void Add(string name, string value)
        {
            if (value.Length > 0)
            {
                _attributes.Add(new(name, value));
            }
        }
    }
}
