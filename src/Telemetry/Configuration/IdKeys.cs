using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// Finds unknown keys in the sections of mailboxes and dispatchers under <c>akka.instrumentation</c>. Akka defines
/// the known keys. So a section is not checked if its mailbox, inner mailbox or executor is of another library.
/// </summary>
internal static class IdKeys
{
    private const string MailboxType = "mailbox-type";
    private const string DispatcherType = "type";
    private const string Executor = "executor";

    private static readonly string[] OfMailboxes = [MailboxType, "mailbox-capacity", "mailbox-push-timeout-time", "stash-capacity"];

    private static readonly string[] ExecutorNames =
    [
        "default-executor", "thread-pool-executor", "fork-join-executor", "task-executor", "channel-executor", "current-context-executor",
    ];

    // A dispatcher's section may also name a mailbox, and then contains the mailbox's keys.
    private static readonly string[] OfDispatchers =
    [
        DispatcherType, Executor, "throughput", "throughput-deadline-time", "shutdown-timeout", "attempt-teamwork", "mailbox-requirement",
        "dedicated-thread-pool", .. ExecutorNames, .. OfMailboxes,
    ];

    public static IEnumerable<string> ProblemsOf(Config system) =>
        Problems(system, "mailbox", IsMailbox, IsOurMailbox, OfMailboxes)
            .Concat(Problems(system, "dispatcher", IsDispatcher, IsOurDispatcher, OfDispatchers));

    private static IEnumerable<string> Problems(
        Config system, string kind, Predicate<HoconValue> isOne, Predicate<HoconValue> isOurs, string[] keys)
    {
        var path = $"{SettingsReader.Root}.{kind}";
        var ids = AkkaInstrumentationConfig.Reference.GetValue(path).GetObject().Items.Keys;
        var sections = system.GetValue(path) is { } all && all.IsObject() ? all.GetObject().Items : [];
        foreach (var (id, section) in sections)
        {
            if (section.IsNothing())
            {
                continue;
            }

            if (!isOne(section))
            {
                yield return $"{path}.{id} is unknown, the nearest known id is {path}.{UnknownKeys.Nearest(id, ids)}";
            }
            else if (section.IsObject() && isOurs(section))
            {
                foreach (var key in section.GetObject().Items.Keys.Where(key => !keys.Contains(key)))
                {
                    yield return $"{path}.{id}.{key} is unknown, the nearest known key is {path}.{id}.{UnknownKeys.Nearest(key, keys)}";
                }
            }
        }
    }

    private static bool IsMailbox(HoconValue section) => section.GetChildObject(MailboxType) is not null;

    private static bool IsOurMailbox(HoconValue section) =>
        Text(section, MailboxType) is { } type
        && type.StartsWith("AkkaInstrumentation.", StringComparison.Ordinal)
        && !type.StartsWith("AkkaInstrumentation.Wrapping", StringComparison.Ordinal);

    // A text is an alias.
    private static bool IsDispatcher(HoconValue section) => !section.IsObject() || DispatcherSections.IsDispatcher(section);

    private static bool IsOurDispatcher(HoconValue section) =>
        Text(section, DispatcherType)?.StartsWith("AkkaInstrumentation.", StringComparison.Ordinal) == true
        && (section.GetChildObject(Executor) is null || ExecutorNames.Contains(Text(section, Executor)));

    private static string? Text(HoconValue section, string key) =>
        section.GetChildObject(key) is { } value && value.IsString() ? value.GetString() : null;
}
