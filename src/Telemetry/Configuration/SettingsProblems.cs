using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>Collects everything that is wrong, so that one error lists it.</summary>
/// <param name="layers">Where the values come from; null if there is one source.</param>
internal sealed class SettingsProblems(SettingsLayers? layers = null)
{
    private readonly List<string> _all = [];
    private readonly HashSet<string> _values = [];

    public int Count => _all.Count;

    /// <param name="path">The path of a value in HOCON. If another source set the value, the name of the source follows, except for a change at run
    /// time, whose author knows it.</param>
    /// <param name="text">The rest of the problem.</param>
    public void Add(string path, string text)
    {
        var isElsewhere = layers?.LayerOf(path) is { Origin: not SettingsLayer.RunTime };
        _all.Add(isElsewhere ? $"{path}{text} (set in {layers!.OriginOf(path)})" : $"{path}{text}");
    }

    /// <summary>Adds a value that stands where a section belongs. Keys that are missing below it are not reported as further problems.</summary>
    public void AddValueOfSection(string path, HoconValue value, IReadOnlyList<string> keys)
    {
        _values.Add($"{path}.");
        var example = keys.Contains("enabled") ? $"{path}.enabled = {value.Written()}" : $"{path} {{ {string.Join(", ", keys)} }}";
        Add(path, $" = {value.Written()}, but it is a section: write {example}");
    }

    /// <summary>Whether a value stands where a section above the path belongs.</summary>
    public bool IsBelowValue(string path) => _values.Any(section => path.StartsWith(section, StringComparison.Ordinal));

    /// <summary>Adds the keys of a section that are not among the known ones, each with the nearest of these.</summary>
    public void AddUnknown(string path, IEnumerable<string> keys, IEnumerable<string> known, string what = "key")
    {
        foreach (var key in keys.Except(known))
        {
            Add($"{path}.{key}", $" is unknown, the nearest known {what} is {path}.{ConfigurationReading.Reader.Nearest(key, known)}");
        }
    }

    /// <summary>All of them.</summary>
    public override string ToString() => string.Join("; ", _all);

    /// <exception cref="ConfigurationException">There is a problem. The message lists all of them.</exception>
    public void ThrowIfAny(string subject) => ThrowIfAny(subject, _all);

    /// <inheritdoc cref="ThrowIfAny(string)"/>
    public static void ThrowIfAny(string subject, IEnumerable<string> problems)
    {
        if (string.Join("; ", problems) is { Length: > 0 } all)
        {
            throw new ConfigurationException($"{subject} not valid: {all}.");
        }
    }

    /// <summary>The error about wrong settings.</summary>
    public static ConfigurationException Error(string problem, Exception? cause = null) =>
        new($"{InstrumentationSettings.Root} is not valid: {problem}.", cause);
}
