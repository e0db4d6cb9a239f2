using System.Reflection;

namespace AkkaInstrumentation.Tests;

/// <summary>What MSBuild knew when it built the tests.</summary>
internal static class BuiltWith
{
    private static readonly Dictionary<string, string?> _metadata = typeof(BuiltWith).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>()
        .DistinctBy(metadata => metadata.Key)
        .ToDictionary(metadata => metadata.Key, metadata => metadata.Value);

    /// <summary>The version of Akka that was asked for.</summary>
    public static string AkkaVersion => Value("AkkaVersion");

    /// <summary>The lowest version of Akka that the packages ask for.</summary>
    public static string AkkaFloor => Value("AkkaFloor");

    /// <summary>The newest version of the whole Akka family that was tried.</summary>
    public static string AkkaNewest => Value("AkkaNewest");

    /// <summary>The newest version of the Cluster packages, which may come later than the others.</summary>
    public static string AkkaClusterNewest => Value("AkkaClusterNewest");

    public static string Configuration => Value("Configuration");

    public static string PackageCache => Value("PackageCache");

    private static string Value(string key) => _metadata[key] ?? "";
}
