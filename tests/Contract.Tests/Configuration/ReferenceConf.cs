using System.Text.RegularExpressions;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation.Tests;

/// <summary>reference.conf twice: as HOCON reads it, and line by line, since comments are what HOCON drops.</summary>
internal static class ReferenceConf
{
    public const string Path = "src/Telemetry/Configuration/reference.conf";
    public const string Root = "akka.instrumentation";

    public const string Rules = $"{Root}.rules";

    private static readonly string[] IdSections = [$"{Root}.mailbox", $"{Root}.dispatcher"];

    /// <summary>Settings by full path with their defaults; what is under the sections of ids and of rules is not among them.</summary>
    public static IReadOnlyDictionary<string, string> Settings { get; } =
        Leaves(AkkaInstrumentationConfig.Reference).Where(leaf => !IsUnderIds(leaf.Key) && !IsUnderRules(leaf.Key)).ToDictionary();

    /// <summary>The keys inside rules; explained once for all above the section.</summary>
    public static IReadOnlyList<string> RuleKeys { get; } =
        [.. Leaves(AkkaInstrumentationConfig.Reference).Select(leaf => leaf.Key).Where(IsUnderRules)];

    /// <summary>Ids of mailboxes and dispatchers with the type they name.</summary>
    public static IReadOnlyDictionary<string, string> Ids { get; } =
        Leaves(AkkaInstrumentationConfig.Reference)
            .Where(leaf => IsUnderIds(leaf.Key))
            .ToDictionary(leaf => leaf.Key[..leaf.Key.LastIndexOf('.')], leaf => leaf.Value);

    /// <summary>The keys that name the type of an id; Akka's vocabulary, explained at the id.</summary>
    public static IReadOnlyList<string> IdTypeKeys { get; } =
        [.. Leaves(AkkaInstrumentationConfig.Reference).Select(leaf => leaf.Key).Where(IsUnderIds)];

    /// <summary>What the instrumented defaults set, without the reference that comes along.</summary>
    public static IReadOnlyList<KeyValuePair<string, string>> DefaultTypes { get; } =
        [.. Leaves(AkkaInstrumentationConfig.Defaults).Where(leaf => !leaf.Key.StartsWith($"{Root}.", StringComparison.Ordinal))];

    /// <summary>Every key of the file, sections too, with the comment directly above it ("" when there is none).</summary>
    public static IReadOnlyDictionary<string, string> Comments { get; } = ReadComments();

    public static IEnumerable<KeyValuePair<string, string>> Leaves(Config config) => Leaves(config.Root, "");

    private static IEnumerable<KeyValuePair<string, string>> Leaves(HoconValue value, string path) => value.IsObject()
        ? value.GetObject().Items.SelectMany(item => Leaves(item.Value, path.Length == 0 ? item.Key : $"{path}.{item.Key}"))
        : [new(path, value.IsString() ? value.GetString() : $"[{string.Join(", ", value.GetStringList().Select(item => $"\"{item}\""))}]")];

    private static bool IsUnderIds(string key) => IdSections.Any(section => key.StartsWith($"{section}.", StringComparison.Ordinal));

    private static bool IsUnderRules(string key) => key.StartsWith($"{Rules}.", StringComparison.Ordinal);

    private static Dictionary<string, string> ReadComments()
    {
        var found = new Dictionary<string, string>();
        var sections = new Stack<string>();
        var comment = "";
        foreach (var line in Repo.ReadLines(Path).Select(line => line.Trim()))
        {
            if (line.StartsWith('#'))
            {
                comment = $"{comment} {line.TrimStart('#', ' ')}".Trim();
                continue;
            }

            if (Regex.Match(line, @"^([a-z][a-z0-9.-]*) *([{=])") is { Success: true } key)
            {
                var path = string.Join('.', sections.Reverse().Append(key.Groups[1].Value));
                found.Add(path, comment);
                if (key.Groups[2].Value == "{")
                {
                    sections.Push(key.Groups[1].Value);
                }
            }
            else if (line == "}")
            {
                sections.Pop();
            }

            comment = "";
        }

        return found;
    }
}
