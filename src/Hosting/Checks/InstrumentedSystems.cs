namespace AkkaInstrumentation;

/// <summary>
/// Whether an actor system of this process is instrumented, and whether anybody listens to it. It is a service, so that a test can replace it for its own
/// host.
/// </summary>
internal class InstrumentedSystems
{
    public virtual bool HaveSpanListeners => AkkaTelemetry.Source.HasListeners();

    public virtual bool HaveMetricListeners => Instruments.IsListening;

    public virtual bool AreThere => ActorSystems.AreThere;
}
