namespace AkkaInstrumentation;

/// <summary>Whether an actor system of this process is instrumented. A service, so that a test can answer for its own host.</summary>
internal class InstrumentedSystems
{
    public virtual bool AreThere => ActorSystems.AreThere;
}
