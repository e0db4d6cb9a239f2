using Akka.Actor.Setup;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Carries options set in code into the actor system beside its HOCON, so that they win over it in whichever order the
/// builder's methods are called.
/// </summary>
internal sealed class InstrumentationSetup(Config options) : Setup
{
    public Config Options { get; } = options;
}
