using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Loads the instrumentation at the start of an actor system when named in HOCON:
/// <c>akka.extensions = ["AkkaInstrumentation.InstrumentationProvider, AkkaInstrumentation.Telemetry"]</c>.
/// It makes the mailbox and dispatcher ids of <c>akka.instrumentation</c> known and checks its settings.
/// </summary>
public sealed class InstrumentationProvider : ExtensionIdProvider<InstrumentationExtension>
{
    /// <inheritdoc />
    public override InstrumentationExtension CreateExtension(ExtendedActorSystem system) => new(system);
}
