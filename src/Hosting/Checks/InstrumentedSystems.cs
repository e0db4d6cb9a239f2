namespace AkkaInstrumentation;

/// <summary>Whether an actor system of this process is instrumented. It is a service, so that a test can replace it for its own host.</summary>
internal class InstrumentedSystems
{
    public virtual bool AreThere => ActorSystems.AreThere;
}
