using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// Finds unknown keys under <c>akka.instrumentation</c>, because a typing error must not silently leave a default in force. The known keys are those
/// of the table. The sections of mailboxes and dispatchers contain Akka's own keys: those of its default mailbox and dispatcher. Rules have names
/// that the user chooses, and <see cref="RuleReader"/> checks them.
/// </summary>
internal static class UnknownKeys
{
    private const string Mailbox = "mailbox";
    private const string Dispatcher = "dispatcher";
    private const string MasterSwitch = "enabled";

    public static void Report(SettingsLayers layers, SettingsProblems problems)
    {
        var leaves = HoconTree.Leaves(layers.Merged.GetValue(InstrumentationSettings.Root), path => path is Mailbox or Dispatcher or RuleKeys.Section)
            .ToDictionary(StringComparer.Ordinal);
        foreach (var section in leaves.Keys.Where(key => ChildrenOf(key).Count > 0).ToList())
        {
            problems.AddValueOfSection($"{InstrumentationSettings.Root}.{section}", leaves[section], ChildrenOf(section));
            leaves.Remove(section);
        }

        if (leaves.Remove(MasterSwitch, out var value))
        {
            problems.Add(
                $"{InstrumentationSettings.Root}.{MasterSwitch}",
                $" = {value.Written()}, but there is no switch for everything: set tracing.enabled and metrics.enabled, "
                    + "or leave out WithInstrumentation()");
        }

        problems.AddUnknown(InstrumentationSettings.Root, leaves.Keys, SettingsTable<InstrumentationSettings>.Keys);
        ReportIds(layers, Mailbox, problems);
        ReportIds(layers, Dispatcher, problems);
    }

    // The known keys directly below a path.
    private static List<string> ChildrenOf(string path) =>
    [
        .. SettingsTable<InstrumentationSettings>.Keys.Where(key => key.StartsWith($"{path}.", StringComparison.Ordinal))
            .Select(key => key[(path.Length + 1)..].Split('.')[0]).Distinct(),
    ];

    private static void ReportIds(SettingsLayers layers, string kind, SettingsProblems problems)
    {
        // Akka looks up ids in its own configuration. Ids in other places would have no effect.
        var path = $"{InstrumentationSettings.Root}.{kind}";
        if (layers.Above.Any(layer => layer.Values.HasPath(path)))
        {
            problems.Add(path, " can only be set in HOCON and at the start");
        }

        var shipped = HoconTree.ItemsOf(AkkaInstrumentationConfig.Reference.GetValue(path)).Keys;
        foreach (var (id, section) in HoconTree.ItemsOf(layers.System.GetValue(path)))
        {
            problems.AddUnknown(path, IsOfKind(section, kind) ? [] : [id], shipped, "id");
            if (HoconTree.ItemsOf(section) is { Count: > 1 } items && IsOfKind(section, kind) && IsReadByUsAlone(section))
            {
                // A section may belong to an executor that Akka does not ship.
                var keys = HoconTree.ItemsOf(ConfigurationFactory.Default().GetValue($"akka.actor.default-{kind}")).Keys;
                problems.AddUnknown(
                    $"{path}.{id}",
                    items.Keys.Where(key => !items[key].IsObject() || Spelling.IsAlike(key, Spelling.Nearest(key, keys))),
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
