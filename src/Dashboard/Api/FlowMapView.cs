namespace AkkaInstrumentation;

/// <summary>A map of flows as JSON, in the answers to viewers and between nodes.</summary>
/// <param name="Seconds">The part of the window that is known, in seconds.</param>
/// <param name="Flows">The flows.</param>
/// <param name="Omitted">Flows that were left out.</param>
internal sealed record FlowMapView(double Seconds, IReadOnlyList<FlowView> Flows, int Omitted)
{
    public static FlowMapView From(AkkaFlowMap map) => new(map.Seconds, [.. map.Flows.Select(FlowView.From)], map.Omitted);

    /// <summary>The busier half of the flows.</summary>
    public FlowMapView Shortened() => this with { Flows = [.. Flows.Take(Flows.Count / 2)], Omitted = Omitted + Flows.Count - (Flows.Count / 2) };

    /// <summary>The map in the answer of another node. Flows without a name, of another version, are left out.</summary>
    public AkkaFlowMap ToMap() => new(
        FlowView.Time(Seconds) ?? 0,
        [.. NodeAnswers.Known(Flows)
            .Where(flow => flow is { SenderType: not null, MessageType: not null, ReceiverType: not null })
            .Select(flow => flow.ToFlow())],
        Omitted);
}

/// <summary>One flow. Times are means, in seconds.</summary>
internal sealed record FlowView(
    string SenderType,
    string? SenderAddress,
    string MessageType,
    string ReceiverType,
    string? Category,
    long Messages,
    double PerSecond,
    long Failures,
    double? WaitSeconds,
    double? WorkSeconds)
{
    public static FlowView From(AkkaFlow flow) => new(
        flow.SenderType,
        flow.SenderAddress,
        flow.MessageType,
        flow.ReceiverType,
        flow.Category,
        flow.Messages,
        flow.PerSecond,
        flow.Failures,
        flow.WaitSeconds,
        flow.WorkSeconds);

    public AkkaFlow ToFlow() => new()
    {
        SenderType = SenderType,
        SenderAddress = SenderAddress,
        MessageType = MessageType,
        ReceiverType = ReceiverType,
        Category = Category,
        Messages = Messages,
        PerSecond = PerSecond,
        Failures = Failures,
        WaitSeconds = Time(WaitSeconds),
        WorkSeconds = Time(WorkSeconds),
    };

    /// <summary>Another node may send any number: a value that is not a time below a century becomes null.</summary>
    public static double? Time(double? seconds) => seconds is >= 0 and < 3e9 ? seconds : null;
}
