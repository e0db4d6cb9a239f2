using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Finds sections that are probably meant to be <c>akka.instrumentation</c>. Nothing reads their content.</summary>
internal static class MisspeltRoots
{
    private const int MaxEdits = 3;

    public static IEnumerable<string> In(Config application)
    {
        var alike = Paths(application)
            .Where(path => path != SettingsReader.Root
                && Math.Abs(path.Length - SettingsReader.Root.Length) <= MaxEdits
                && UnknownKeys.Distance(path.ToLowerInvariant(), SettingsReader.Root) <= MaxEdits)
            .ToList();

        // Akka's own configuration is parsed each time, so only when needed.
        return alike.Count == 0 ? [] : alike.Except(Paths(ConfigurationFactory.Default()))
            .Select(path => $"{path} in the HOCON is read by nobody. Write {SettingsReader.Root}.");
    }

    // Sections of the first two levels.
    private static IEnumerable<string> Paths(Config config)
    {
        if (config.IsNullOrEmpty())
        {
            yield break;
        }

        foreach (var (root, section) in config.Root.GetObject().Items)
        {
            if (!section.IsObject())
            {
                continue;
            }

            foreach (var key in section.GetObject().Items.Keys)
            {
                yield return $"{root}.{key}";
            }

            yield return root;
        }
    }
}
