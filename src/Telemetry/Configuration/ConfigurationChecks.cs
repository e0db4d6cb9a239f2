using System.Diagnostics.CodeAnalysis;
using Akka.Actor;
using Akka.Configuration;

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

    /// <summary>Adds the unknown keys below <c>akka.instrumentation</c> to the problems. Called whenever settings are read.</summary>
    void AddUnknownKeys(SettingsLayers layers, SettingsProblems problems);

    /// <summary>Adds the entries of <c>metrics.excluded-attributes</c> that would change nothing. Called whenever settings are read.</summary>
    void AddUnknownAttributes(IReadOnlyList<string> entries, SettingsProblems problems);

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

/// <summary>Compares names, to suggest the one that was probably meant.</summary>
internal static class Spelling
{
    // Up to this number of edits, a name is probably a misspelling of another.
    private const int MaxEdits = 3;

    /// <summary>Whether one name is probably a misspelling of the other.</summary>
    public static bool IsAlike(string one, string other) => Distance(one, other) <= MaxEdits;

    /// <summary>The known name that is most similar to a misspelt one.</summary>
    public static string Nearest(string name, IEnumerable<string> known) =>
        known.OrderBy(candidate => Distance(name, candidate)).ThenBy(candidate => candidate, StringComparer.Ordinal).First();

    // Levenshtein's edit distance, two rows at a time.
    private static int Distance(string a, string b)
    {
        var previous = Enumerable.Range(0, b.Length + 1).ToArray();
        var current = new int[b.Length + 1];
        for (var i = 1; i <= a.Length; i++)
        {
            current[0] = i;
            for (var j = 1; j <= b.Length; j++)
            {
                var substitution = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
                current[j] = Math.Min(substitution, Math.Min(previous[j], current[j - 1]) + 1);
            }

            (previous, current) = (current, previous);
        }

        return previous[b.Length];
    }
}
