using System.Reflection;

namespace AkkaInstrumentation.Tests;

/// <summary>What MSBuild knew when it built the tests.</summary>
internal static class BuiltWith
{
    private static readonly Dictionary<string, string?> _metadata = typeof(BuiltWith).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>()
        .DistinctBy(metadata => metadata.Key)
        .ToDictionary(metadata => metadata.Key, metadata => metadata.Value);

    public static string AkkaSource => Value("AkkaSource");

    /// <summary>Empty where the Akka packages come from a registry.</summary>
    public static string AkkaFeed => Value("AkkaFeed");

    /// <summary>The version of Akka that was asked for instead of the usual one; else empty.</summary>
    public static string AkkaVersion => Value("AkkaVersion");

    public static string Configuration => Value("Configuration");

    public static string PackageCache => Value("PackageCache");

    private static string Value(string key) => _metadata[key] ?? "";
}
