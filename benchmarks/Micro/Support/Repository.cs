using System.Reflection;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Where results go, and which Akka they are of.</summary>
internal static class Repository
{
    public static string Host { get; } =
        Assembly.GetExecutingAssembly().GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "AkkaHost").Value == "offline"
            ? "offline"
            : "akka";

    /// <summary>The commands that lead here start in the root of the repository.</summary>
    public static string PathOf(string relative) => Path.Combine(Environment.CurrentDirectory, relative);
}
