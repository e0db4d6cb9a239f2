namespace AkkaInstrumentation.Tests;

/// <summary>A guardian that stays with its decision about a failure until the test lets it go: meanwhile no top-level actor starts.</summary>
public sealed class HeldGuardian : SupervisorStrategyConfigurator
{
    /// <summary>The setting that makes it a system's guardian.</summary>
    public static string Hocon { get; } = $"akka.actor.guardian-supervisor-strategy = \"{typeof(HeldGuardian).AssemblyQualifiedName}\"";

    public static Hold Hold { get; set; } = new();

    public override SupervisorStrategy Create() => new OneForOneStrategy(_ =>
    {
        Hold.Pass();
        return Directive.Stop;
    });
}
