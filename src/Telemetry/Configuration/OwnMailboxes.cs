using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// Instruments the mailbox sections of an application. A section with a type that has a <see cref="MailboxCounterpart"/> gets that one and keeps all of
/// its other keys. A section with another type stays as it is, also where the instrumented defaults have a type for it: it is reported when an actor
/// uses it.
/// </summary>
internal static class OwnMailboxes
{
    private const int MaxDepth = 20;

    /// <summary>The configuration to put over the application's and over the instrumented defaults.</summary>
    /// <param name="application">The application's configuration.</param>
    public static Config For(Config application)
    {
        var lines = application.IsNullOrEmpty() ? [] : Lines(application.Root, "", depth: 0).ToList();
        return lines.Count == 0 ? Config.Empty : ConfigurationFactory.ParseString(string.Join('\n', lines));
    }

    private static IEnumerable<string> Lines(HoconValue section, string path, int depth)
    {
        foreach (var (key, value) in section.GetObject().Items)
        {
            if (key == MailboxCounterpart.TypeKey && value.IsString() && value.GetString() is { } type)
            {
                // A key of that name belongs to the application's type.
                var counterpart = MailboxCounterpart.Of(type) is { } known && (known.Inner is null || section.GetChildObject(MailboxCounterpart.InnerKey) is null) ? known : null;
                yield return $"{path}.{key} = {HoconText.Quoted(counterpart?.TypeName ?? type)}";
                if (counterpart?.Inner is { } inner)
                {
                    yield return $"{path}.{MailboxCounterpart.InnerKey} = {HoconText.Quoted(inner)}";
                }
            }
            else if (value.IsObject() && depth < MaxDepth && Below(path, key) is var child && child != SettingsReader.Root)
            {
                foreach (var line in Lines(value, child, depth + 1))
                {
                    yield return line;
                }
            }
        }
    }

    private static string Below(string path, string key) => path.Length == 0 ? HoconText.Key(key) : $"{path}.{HoconText.Key(key)}";
}
