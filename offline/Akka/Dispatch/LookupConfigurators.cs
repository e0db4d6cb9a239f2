using Akka.Configuration;

namespace Akka.Dispatch;

/// <summary>Makes a new dispatcher with one thread at each look-up: for each actor.</summary>
internal sealed class PinnedDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
    : MessageDispatcherConfigurator(config, prerequisites)
{
    public override MessageDispatcher Dispatcher()
    {
        var settings = DispatcherSettings.Read(Config);
        return new PinnedDispatcher(
            this, settings.Id, settings.Throughput, settings.Deadline, new OneThread(), settings.ShutdownTimeout);
    }
}

/// <summary>Makes a new dispatcher at each look-up, for the synchronization context of the thread that looks it up.</summary>
internal sealed class CurrentSynchronizationContextDispatcherConfigurator(Config config, IDispatcherPrerequisites prerequisites)
    : MessageDispatcherConfigurator(config, prerequisites)
{
    public override MessageDispatcher Dispatcher()
    {
        var settings = DispatcherSettings.Read(Config);
        return new CurrentSynchronizationContextDispatcher(
            this,
            settings.Id,
            settings.Throughput,
            settings.Deadline,
            new CurrentContextExecutorConfigurator(Config, Prerequisites),
            settings.ShutdownTimeout);
    }
}

/// <summary>What all kinds of dispatcher read from their section.</summary>
internal readonly record struct DispatcherSettings(string Id, int Throughput, long Deadline, TimeSpan ShutdownTimeout)
{
    public static DispatcherSettings Read(Config config) => new(
        config.GetString("id"),
        config.GetInt("throughput"),
        config.GetTimeSpan("throughput-deadline-time", TimeSpan.Zero).Ticks,
        config.GetTimeSpan("shutdown-timeout", TimeSpan.FromSeconds(1)));
}
