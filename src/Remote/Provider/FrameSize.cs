using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>The largest message that the transports of a system accept. Akka drops a larger one.</summary>
internal static class FrameSize
{
    // The keys of Akka's transports: DotNetty, and the one for tests.
    private static readonly string[] Keys = ["maximum-frame-size", "maximum-payload-bytes"];

    /// <summary>In bytes; <see cref="long.MaxValue"/> if it is not known.</summary>
    public static long Of(Config config)
    {
        var sizes =
            from transport in config.GetStringList("akka.remote.enabled-transports", [])
            from key in Keys
            let path = $"{transport}.{key}"
            where config.HasPath(path)
            select config.GetByteSize(path, long.MaxValue) ?? long.MaxValue;
        return sizes.DefaultIfEmpty(long.MaxValue).Min();
    }
}
