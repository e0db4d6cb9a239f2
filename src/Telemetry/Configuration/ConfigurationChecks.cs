using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Refuses what is wrong in the configuration of an actor system, beyond single values. The assembly above these implements it, in the same
/// package.
/// </summary>
internal interface IConfigurationCheck
{
    /// <summary>Checks what Akka itself would notice only later. Called when the instrumentation of a system starts.</summary>
    /// <exception cref="ConfigurationException">The configuration is wrong. The message lists all problems.</exception>
    void Start(ExtendedActorSystem system);

    /// <summary>Adds the unknown keys below <c>akka.instrumentation</c> to the problems. Called whenever settings are read.</summary>
    void AddUnknownKeys(SettingsLayers layers, SettingsProblems problems);

    /// <summary>The problem of a text that Akka's HOCON reader must not get; null for none.</summary>
    string? ProblemOf(string hocon);
}

/// <summary>Makes the check. Its type is known by its name, because HOCON alone may name the instrumentation.</summary>
internal static class ConfigurationChecks
{
    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)]
    private static readonly Type Type = Type.GetType("AkkaInstrumentation.ConfigurationCheck, AkkaInstrumentation.Insight", throwOnError: true)!;

    /// <summary>All checks. Any thread.</summary>
    public static IConfigurationCheck All { get; } = (IConfigurationCheck)Activator.CreateInstance(Type)!;
}
