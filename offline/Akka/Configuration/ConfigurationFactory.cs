using System.Reflection;
using Akka.Configuration.Hocon;

namespace Akka.Configuration;

/// <summary>Makes configurations from text.</summary>
public class ConfigurationFactory
{
    private static readonly Lazy<Config> s_default = new(() => FromResource("Akka.Configuration.akka.conf", typeof(ConfigurationFactory).Assembly));

    public static Config Empty => Config.Empty;

    public static Config ParseString(string hocon)
    {
        ArgumentNullException.ThrowIfNull(hocon);
        return new Config(HoconParser.Parse(hocon));
    }

    /// <summary>The configuration of the process: none here, there is no app.config.</summary>
    public static Config Load() => Empty;

    /// <summary>The reference configuration.</summary>
    public static Config Default() => s_default.Value;

    public static Config FromResource(string resourceName, Assembly assembly)
    {
        using var stream = assembly.GetManifestResourceStream(resourceName);
        ArgumentNullException.ThrowIfNull(stream);
        using var reader = new StreamReader(stream);
        return ParseString(reader.ReadToEnd());
    }
}
