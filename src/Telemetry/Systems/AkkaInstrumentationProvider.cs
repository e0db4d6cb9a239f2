using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Loads the instrumentation at the start of an actor system, if HOCON names it:
/// <c>akka.extensions = ["AkkaInstrumentation.AkkaInstrumentationProvider, AkkaInstrumentation.Telemetry"]</c>.
/// It adds the mailbox and dispatcher ids of <c>akka.instrumentation</c> to the system, and checks the settings.
/// </summary>
public sealed class AkkaInstrumentationProvider : ExtensionIdProvider<AkkaInstrumentationExtension>
{
    /// <inheritdoc />
    public override AkkaInstrumentationExtension CreateExtension(ExtendedActorSystem system) => new(system);
}
