using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Finds sections that are probably meant to be <c>akka.instrumentation</c>. Nothing reads their content.</summary>
internal static class MisspeltRoots
{
    private const int MostEdits = 3;

    public static IEnumerable<string> In(Config application)
    {
        var alike = Paths(application)
            .Where(path => path != SettingsReader.Root && UnknownKeys.Distance(path.ToLowerInvariant(), SettingsReader.Root) <= MostEdits)
            .ToList();

        // Akka's own configuration is parsed each time, so only when needed.
        return alike.Count == 0 ? [] : alike.Except(Paths(ConfigurationFactory.Default()))
            .Select(path => $"{path} in the HOCON is read by nobody. Write {SettingsReader.Root}.");
    }

    // Sections of the first two levels.
    private static IEnumerable<string> Paths(Config config) => config.IsNullOrEmpty()
        ? []
        : config.Root.GetObject().Items.SelectMany(root => root.Value.IsObject()
            ? root.Value.GetObject().Items.Keys.Select(key => $"{root.Key}.{key}").Append(root.Key)
            : []);
}
