#nullable disable annotations // oblivious, as Akka's own signatures are: config may be null

namespace Akka.Configuration;

/// <summary>Null-tolerant helpers.</summary>
public static class ConfigExtensions
{
    public static bool IsNullOrEmpty(this Config config) => config is null || config.IsEmpty;

    public static Config SafeWithFallback(this Config config, Config fallback) =>
        config.IsNullOrEmpty() ? fallback : config.WithFallback(fallback);
}
