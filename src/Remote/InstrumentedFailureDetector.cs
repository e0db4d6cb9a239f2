using System.Diagnostics;
using Akka.Configuration;
using Akka.Event;
using Akka.Remote;

namespace AkkaInstrumentation;

/// <summary>
/// Akka's phi accrual failure detector of one other node, which also notifies the heartbeat metrics of each heartbeat. It decides as Akka's does. The
/// instrumented actor reference providers choose it for the cluster and for remote watch, unless the configuration names a class of the application's
/// own as <c>akka.cluster.failure-detector.implementation-class</c> or <c>akka.remote.watch-failure-detector.implementation-class</c>.
/// </summary>
internal sealed class InstrumentedFailureDetector : PhiAccrualFailureDetector
{
    private readonly Heartbeats _heartbeats;

    /// <summary>Called by Akka, once for each node that is watched.</summary>
    /// <param name="config">The section of the failure detector.</param>
    /// <param name="eventStream">The system's event stream.</param>
    public InstrumentedFailureDetector(Config config, EventStream eventStream)
        : base(config, eventStream) => _heartbeats = PeersHeard.For(eventStream).Add(config);

    /// <inheritdoc />
    public override bool IsAvailable
    {
        get
        {
            _heartbeats.Asked(Stopwatch.GetTimestamp());
            return base.IsAvailable;
        }
    }

    /// <inheritdoc />
    public override void HeartBeat()
    {
        base.HeartBeat();
        TelemetryFault.Guard(TelemetryFault.Remote, this, static detector => detector._heartbeats.Came(detector.Address, Stopwatch.GetTimestamp()));
    }
}
