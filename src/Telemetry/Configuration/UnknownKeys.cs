using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// Finds unknown keys under <c>akka.instrumentation</c>: a typing error must not silently
/// leave a default in force. The known keys are those of <c>reference.conf</c>. Sections of mailboxes and dispatchers
/// contain Akka's own keys and are not checked here. The user names the sections of rules, and <see cref="RuleReader"/> checks them.
/// </summary>
internal static class UnknownKeys
{
    /// <summary>A path that only reference.conf defines. A configuration with this path contains reference.conf.</summary>
    public const string ShippedRule = $"{RuleReader.Root}.akka-log-events";

    /// <summary>Sections of mailboxes and dispatchers.</summary>
    public static readonly string[] Ids = ["mailbox", "dispatcher"];

    private static readonly string[] OpenSections = [.. Ids, RuleKeys.Section];

    private static readonly HashSet<string> AllKnown = new(Leaves(AkkaInstrumentationConfig.Reference), StringComparer.Ordinal);

    public static List<string> In(Config system)
    {
        var problems = new List<string>();
        foreach (var key in Leaves(system))
        {
            if (!AllKnown.Contains(key))
            {
                problems.Add($"{SettingsReader.Root}.{key} is unknown, the nearest known key is {SettingsReader.Root}.{Nearest(key, AllKnown)}");
            }
        }

        return problems;
    }

    /// <summary>Every setting except those inside unchecked sections, without the prefix <c>akka.instrumentation</c>.</summary>
    public static IEnumerable<string> Known => AllKnown;

    private static List<string> Leaves(Config config)
    {
        var leaves = new List<string>();
        if (config.GetValue(SettingsReader.Root) is { } section)
        {
            AddLeaves(leaves, section, "", depth: 0);
        }

        return leaves;
    }

    private static void AddLeaves(List<string> leaves, HoconValue value, string path, int depth)
    {
        if (OpenSections.Contains(path))
        {
            return;
        }

        if (!value.IsObject() || depth > HoconValues.MaxDepth)
        {
            if (path.Length > 0)
            {
                leaves.Add(path);
            }

            return;
        }

        foreach (var (key, child) in value.GetObject().Items)
        {
            AddLeaves(leaves, child, path.Length == 0 ? key : $"{path}.{key}", depth + 1);
        }
    }

    /// <summary>The known key that is most similar to a misspelt one.</summary>
    public static string Nearest(string key, IEnumerable<string> known) =>
        known.OrderBy(candidate => Distance(key, candidate)).ThenBy(candidate => candidate, StringComparer.Ordinal).First();

    /// <summary>Levenshtein's edit distance, two rows at a time.</summary>
    public static int Distance(string a, string b)
    {
        var previous = new int[b.Length + 1];
        var current = new int[b.Length + 1];
        for (var j = 0; j <= b.Length; j++)
        {
            previous[j] = j;
        }

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
