using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// Finds unknown keys under <c>akka.instrumentation</c>: a typing error must not silently leave a default in force. The known keys are those of
/// the table. The sections of mailboxes and dispatchers contain Akka's own keys: those of its default mailbox and dispatcher. The user names the
/// sections of rules, and <see cref="RuleReader"/> checks them.
/// </summary>
internal static class UnknownKeys
{
    /// <summary>A path that only reference.conf defines. A configuration with this path contains reference.conf.</summary>
    public const string ShippedRule = $"{RuleReader.Root}.akka-log-events";

    private const string Mailbox = "mailbox";
    private const string Dispatcher = "dispatcher";

    /// <summary>Every setting except those inside unchecked sections, without the prefix <c>akka.instrumentation</c>.</summary>
    public static IEnumerable<string> Known => SettingsTable<InstrumentationSettings>.Rows.Select(row => row.Key);

    public static void Report(SettingsLayers layers, SettingsProblems problems)
    {
        var leaves = HoconTree.Leaves(layers.Merged.GetValue(SettingsReader.Root), path => path is Mailbox or Dispatcher or RuleKeys.Section);
        ReportUnknown(problems, SettingsReader.Root, leaves.Select(leaf => leaf.Key), Known);
        ReportIds(layers, Mailbox, problems);
        ReportIds(layers, Dispatcher, problems);
    }

    /// <summary>Reports keys of a section that are not among the known ones, each with the nearest of these.</summary>
    public static void ReportUnknown(SettingsProblems problems, string path, IEnumerable<string> keys, IEnumerable<string> known, string what = "key")
    {
        foreach (var key in keys.Except(known))
        {
            problems.Add($"{path}.{key}", $" is unknown, the nearest known {what} is {path}.{Nearest(key, known)}");
        }
    }

    /// <summary>The known key that is most similar to a misspelt one.</summary>
    public static string Nearest(string key, IEnumerable<string> known) =>
        known.OrderBy(candidate => Distance(key, candidate)).ThenBy(candidate => candidate, StringComparer.Ordinal).First();

    /// <summary>Levenshtein's edit distance, two rows at a time.</summary>
    public static int Distance(string a, string b)
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

    private static void ReportIds(SettingsLayers layers, string kind, SettingsProblems problems)
    {
        // Akka looks up ids in its own configuration. Ids in other places would have no effect.
        var path = $"{SettingsReader.Root}.{kind}";
        if (layers.Above.Any(layer => layer.Values.HasPath(path)))
        {
            problems.Add(path, " can only be set in HOCON and at the start");
        }

        var shipped = HoconTree.ItemsOf(AkkaInstrumentationConfig.Reference.GetValue(path)).Keys;
        foreach (var (id, section) in HoconTree.ItemsOf(layers.System.GetValue(path)))
        {
            ReportUnknown(problems, path, IsOfKind(section, kind) ? [] : [id], shipped, "id");
            if (HoconTree.ItemsOf(section) is { Count: > 1 } items && IsOfKind(section, kind) && IsReadByUsAlone(section))
            {
                // A section may belong to an executor that Akka does not ship.
                var keys = HoconTree.ItemsOf(ConfigurationFactory.Default().GetValue($"akka.actor.default-{kind}")).Keys;
                ReportUnknown(
                    problems,
                    $"{path}.{id}",
                    items.Keys.Where(key => !items[key].IsObject() || Distance(key, Nearest(key, keys)) <= MisspeltRoots.MaxEdits),
                    keys);
            }
        }
    }

    // A text in the place of a dispatcher is an alias.
    private static bool IsOfKind(HoconValue section, string kind) => section.IsNothing()
        || (kind == Mailbox ? HoconTree.ItemsOf(section).ContainsKey(MailboxCounterpart.TypeKey)
            : !section.IsObject() || DispatcherSections.IsDispatcher(section));

    // A mailbox or an executor of the application's own may have keys of its own in the section.
    private static bool IsReadByUsAlone(HoconValue section) =>
        DispatcherSections.IsOurs((section.GetChildObject(MailboxCounterpart.TypeKey) ?? section.GetChildObject("type"))?.GetString())
        && section.GetChildObject(MailboxCounterpart.InnerKey) is null
        && section.GetChildObject("executor")?.GetString().AsSpan().ContainsAny('.', ',') != true;
}
