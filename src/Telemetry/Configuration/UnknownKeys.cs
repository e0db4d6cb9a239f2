using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// Finds unknown keys under <c>akka.instrumentation</c>: a typing error must not silently leave a default in force. The known keys are those of
/// <c>reference.conf</c>. The sections of mailboxes and dispatchers contain Akka's own keys: those of its default mailbox and dispatcher. The user names the
/// sections of rules, and <see cref="RuleReader"/> checks them.
/// </summary>
internal static class UnknownKeys
{
    /// <summary>A path that only reference.conf defines. A configuration with this path contains reference.conf.</summary>
    public const string ShippedRule = $"{RuleReader.Root}.akka-log-events";

    private const string Mailbox = "mailbox";
    private const string Dispatcher = "dispatcher";

    private static readonly HashSet<string> AllKnown = [.. Leaves(AkkaInstrumentationConfig.Reference)];

    /// <summary>Every setting except those inside unchecked sections, without the prefix <c>akka.instrumentation</c>.</summary>
    public static IEnumerable<string> Known => AllKnown;

    public static List<string> In(SettingsLayers layers)
    {
        var unknown = Leaves(layers.Merged).Where(key => !AllKnown.Contains(key))
            .Select(key => $"{SettingsReader.Root}.{key} is unknown, the nearest known key is {SettingsReader.Root}.{Nearest(key, AllKnown)}");
        return [.. unknown, .. UnknownIds(layers, Mailbox), .. UnknownIds(layers, Dispatcher)];
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

    private static IEnumerable<string> Leaves(Config config) => config.GetValue(SettingsReader.Root) is { } section
        ? HoconTree.Leaves(section, path => path is Mailbox or Dispatcher or RuleKeys.Section).Select(leaf => leaf.Key)
        : [];

    private static IEnumerable<string> UnknownIds(SettingsLayers layers, string kind)
    {
        // Akka looks up ids in its own configuration. Ids in other places would have no effect.
        var path = $"{SettingsReader.Root}.{kind}";
        if (layers.Above.Any(layer => layer.Values.HasPath(path)))
        {
            yield return $"{path} can only be set in HOCON and at the start";
        }

        var known = HoconTree.ItemsOf(AkkaInstrumentationConfig.Reference.GetValue(path)).Keys;
        foreach (var (id, section) in HoconTree.ItemsOf(layers.System.GetValue(path)))
        {
            // a text in the place of a dispatcher is an alias
            var isKnown = section.IsNothing()
                || (kind == Mailbox ? section.IsObject() && section.GetChildObject(MailboxCounterpart.TypeKey) is not null : !section.IsObject() || DispatcherSections.IsDispatcher(section));
            if (!isKnown)
            {
                yield return $"{path}.{id} is unknown, the nearest known id is {path}.{Nearest(id, known)}";
            }
            else if (section.IsObject() && section.GetObject().Items is { Count: > 1 } items && IsReadByUsAlone(section))
            {
                var keys = HoconTree.ItemsOf(ConfigurationFactory.Default().GetValue($"akka.actor.default-{kind}")).Keys;
                foreach (var key in items.Keys.Where(key => !keys.Contains(key)))
                {
                    // A section may belong to an executor that Akka does not ship.
                    var nearest = Nearest(key, keys);
                    if (!items[key].IsObject() || Distance(key, nearest) <= MisspeltRoots.MaxEdits)
                    {
                        yield return $"{path}.{id}.{key} is unknown, the nearest known key is {path}.{id}.{nearest}";
                    }
                }
            }
        }
    }

    // A mailbox or an executor of the application's own may have keys of its own in the section.
    private static bool IsReadByUsAlone(HoconValue section) =>
        (section.GetChildObject(MailboxCounterpart.TypeKey) ?? section.GetChildObject("type"))?.GetString() is { } type
        && type.StartsWith("AkkaInstrumentation.", StringComparison.Ordinal)
        && section.GetChildObject(MailboxCounterpart.InnerKey) is null
        && section.GetChildObject("executor")?.GetString().AsSpan().ContainsAny('.', ',') != true;
}
