namespace AkkaInstrumentation;

/// <summary>An actor reference provider whose references to other nodes take the context along.</summary>
internal interface ITracedProvider
{
    IEnvelopeTraffic Tracing { get; }
}
