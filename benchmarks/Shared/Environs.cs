using System.Globalization;
using System.Reflection;
using System.Runtime;
using System.Runtime.InteropServices;
using Akka.Actor;
using OpenTelemetry;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>What a figure must name beside itself: machine, runtime and versions.</summary>
internal static class Environs
{
    public static string Akka { get; } = VersionOf(typeof(ActorSystem).Assembly);

    public static string OpenTelemetry { get; } = VersionOf(typeof(Sdk).Assembly);

    public static string Runtime { get; } = $"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.OSDescription}";

    public static string GarbageCollector { get; } =
        $"{(GCSettings.IsServerGC ? "server" : "workstation")}, {(GCSettings.LatencyMode == GCLatencyMode.Batch ? "non-concurrent" : "concurrent")}";

    public static string Date { get; } = DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    /// <summary>What every table begins with.</summary>
    public static string Text =>
        $"{Machine}, {Environment.ProcessorCount} cores; {Runtime}; {GarbageCollector} GC; Akka {Akka}, OpenTelemetry {OpenTelemetry}; {Date}";

    public static string Machine { get; } = $"{ProcessorName()}, {RuntimeInformation.ProcessArchitecture}";

    /// <summary>The working tree that this program was built from: outputs lie inside it.</summary>
    public static string RepositoryRoot { get; } = FindRoot();

    public static string PathOf(string relative) => Path.Combine(RepositoryRoot, relative);

    private static string VersionOf(Assembly assembly) =>
        assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]
        ?? assembly.GetName().Version!.ToString(3);

    private static string ProcessorName()
    {
        const string Linux = "/proc/cpuinfo";
        var line = File.Exists(Linux)
            ? File.ReadLines(Linux).FirstOrDefault(line => line.StartsWith("model name", StringComparison.Ordinal))
            : null;
        return line?.Split(':', 2)[1].Trim()
            ?? Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER")
            ?? "unnamed processor";
    }

    private static string FindRoot()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "Directory.Packages.props")))
            {
                return folder.FullName;
            }
        }

        throw new DirectoryNotFoundException("This program must run from its working tree.");
    }
}
