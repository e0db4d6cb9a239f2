using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// Finds errors in the configuration of an actor system that concern more than single values. An assembly of a higher layer, in the same package,
/// implements it.
/// </summary>
internal interface IConfigurationCheck
{
    /// <summary>Finds errors that Akka itself would notice only later. Called when the instrumentation of a system starts.</summary>
    /// <exception cref="ConfigurationException">The configuration is wrong. The message lists all problems.</exception>
    void Start(ExtendedActorSystem system);

    /// <summary>Reads the rules. Called whenever settings are read.</summary>
    /// <param name="layers">All sources of settings.</param>
    /// <param name="showsAll">The setting <c>system-actors</c>.</param>
    /// <param name="problems">Receives the problems.</param>
    RuleSet ReadRules(SettingsLayers layers, bool showsAll, SettingsProblems problems);

    /// <summary>Reads the section in which the Props of an actor have settings.</summary>
    /// <param name="path">The section's path.</param>
    /// <param name="section">The section.</param>
    /// <param name="problems">Receives the problems.</param>
    /// <param name="decode">Reads the texts of the section.</param>
    RuleEffect ReadEffect(string path, HoconValue section, SettingsProblems problems, Func<string, string> decode);

    /// <summary>Adds the unknown keys below <c>akka.instrumentation</c> to the problems. Called whenever settings are read.</summary>
    void AddUnknownKeys(SettingsLayers layers, SettingsProblems problems);

    /// <summary>Adds the entries of <c>metrics.excluded-attributes</c> that would change nothing. Called whenever settings are read.</summary>
    void AddUnknownAttributes(IReadOnlyList<string> entries, SettingsProblems problems);

    /// <summary>Checks that the queue of a mailbox that is wrapped satisfies the requirements that the configuration binds to it.</summary>
    /// <param name="system">The configuration of the actor system.</param>
    /// <param name="id">The id of the mailbox's section.</param>
    /// <param name="key">The key that names the type.</param>
    /// <param name="mailbox">The type of the mailbox that is wrapped.</param>
    /// <exception cref="ConfigurationException">It does not.</exception>
    void CheckRequirements(
        Config system, string id, string key, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.Interfaces)] Type mailbox);

    /// <summary>The known name that is most similar to a misspelt one.</summary>
    string Nearest(string name, IEnumerable<string> known);

    /// <summary>The problem of a text that must not reach Akka's HOCON reader; null for none.</summary>
    string? ProblemOf(string hocon);
}

/// <summary>Creates the checks. Their type is found by name, because the application may name the instrumentation only in HOCON.</summary>
internal static class ConfigurationChecks
{
    [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicParameterlessConstructor)]
    private static readonly Type Type = Type.GetType("AkkaInstrumentation.ConfigurationCheck, AkkaInstrumentation.Insight", throwOnError: true)!;

    /// <summary>All checks. Any thread.</summary>
    public static IConfigurationCheck All { get; } = (IConfigurationCheck)Activator.CreateInstance(Type)!;
}
