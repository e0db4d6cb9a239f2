using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>The capacity of a bounded mailbox, as in Akka's 0 for no bound, and how long a sender waits when it is full.</summary>
internal readonly record struct BoundedSettings(
    [property: Setting("mailbox-capacity", 0, int.MaxValue, Allowed = "are whole numbers from 0, 0 for no bound")] int Capacity,
    [property: Setting("mailbox-push-timeout-time", 0, double.MaxValue, Allowed = "are durations from 0, such as 0s and 10s")] TimeSpan PushTimeOut)
{
    /// <summary>
    /// Reads a mailbox's section. For this library's own id, <paramref name="ownId"/>, missing values come from Akka's section of that kind,
    /// <paramref name="akkaId"/>.
    /// </summary>
    /// <exception cref="ConfigurationException">A value is not allowed. The message names its path and the allowed values.</exception>
    public static BoundedSettings Read(Settings settings, Config section, string ownId, string akkaId)
    {
        var id = section.GetString("id") ?? "mailbox";
        if (id == ownId && settings.Config.GetConfig(akkaId) is { } akka)
        {
            section = (settings.Config.GetConfig(id) ?? Config.Empty).WithFallback(akka).WithFallback(section);
        }

        var problems = new SettingsProblems();
        var bounds = SettingsTable<BoundedSettings>.Read(default, id, section.GetValue, problems);
        return problems.Count == 0 ? bounds : throw new ConfigurationException($"{problems}.");
    }
}
