using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Metrics;

namespace AkkaInstrumentation;

/// <summary>
/// Records who sends what to whom in one actor system, from its creation until it is disposed. Meanwhile it listens to the metrics, so it works
/// without an OpenTelemetry SDK and costs as much as metrics do. <see cref="AkkaInsight.RecordFlow"/> begins a recording. Any thread.
/// </summary>
[Experimental(Experiments.FlowId)]
public sealed class AkkaFlowRecording : IDisposable
{
    private readonly MeterListener _listener = new();
    private readonly TypeFlows _flows;
    private readonly Dictionary<TypeFlow, WorkSums> _before;
    private readonly long _begun = Stopwatch.GetTimestamp();

    internal AkkaFlowRecording(TypeFlows flows)
    {
        _flows = flows;
        _before = flows.All.ToDictionary(flow => flow, flow => flow.Sums);
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == AkkaTelemetry.MeterName
                && instrument.Name is AkkaMetricNames.ActorFlowMessages or AkkaMetricNames.ActorProcessDuration)
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.Start();
    }

    /// <summary>The flows since the recording began. Messages that are still being handled are not included.</summary>
    /// <returns>The map.</returns>
    public AkkaFlowMap Read()
    {
        PendingMeasurements.Record();
        return AkkaFlowMap.From(_flows.All.Select(flow => (flow, flow.Sums - _before.GetValueOrDefault(flow))), Stopwatch.GetTimestamp() - _begun);
    }

    /// <summary>Ends the recording.</summary>
    public void Dispose() => _listener.Dispose();
}
