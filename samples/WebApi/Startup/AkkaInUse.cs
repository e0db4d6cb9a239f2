using System.Reflection;
using Akka.Actor;

namespace WebApi.Startup;

/// <summary>Which Akka this was built with: the packages, or the stand-ins of a machine that cannot restore them.</summary>
public static class AkkaInUse
{
    /// <summary>For example <c>Akka 1.5.30 (packages)</c>.</summary>
    public static string Description { get; } = $"Akka {Version} ({Origin})";

    private static string Version => typeof(ActorSystem).Assembly.GetName().Version?.ToString(3) ?? "?";

    // Written by the build: see AssemblyMetadata in the project file.
    private static string Origin => Host switch
    {
        "feed" => "packages from a local folder",
        "offline" => "offline stand-ins",
        null => "origin unknown",
        _ => "packages",
    };

    private static string? Host => typeof(AkkaInUse).Assembly
        .GetCustomAttributes<AssemblyMetadataAttribute>()
        .FirstOrDefault(attribute => attribute.Key == "AkkaHost")?.Value;
}
