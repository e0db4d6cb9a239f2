using System.Globalization;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>The capacity of a bounded mailbox, as in Akka's 0 for no bound, and how long a sender waits when it is full.</summary>
internal readonly record struct BoundedSettings(int Capacity, TimeSpan PushTimeOut)
{
    private const string CapacityKey = "mailbox-capacity";
    private const string PushTimeOutKey = "mailbox-push-timeout-time";

    /// <summary>
    /// Reads a mailbox's section. For this library's own id, <paramref name="ownId"/>, missing values come from Akka's section of that kind,
    /// </summary>
    /// <paramref name="akkaId"/>.
    /// <exception cref="ConfigurationException">A value is not allowed. The message names its path and the allowed values.</exception>
    public static BoundedSettings Read(Settings settings, Config section, string ownId, string akkaId)
    {
        var id = section.GetString("id") ?? "mailbox";
        if (id == ownId && settings.Config.GetConfig(akkaId) is { } akka)
        {
            section = (settings.Config.GetConfig(id) ?? Config.Empty).WithFallback(akka).WithFallback(section);
        }

        var problems = new List<string>();
        var bounds = new BoundedSettings(ReadCapacity(section, id, problems), ReadPushTimeOut(section, id, problems));
        return problems.Count == 0 ? bounds : throw new ConfigurationException($"{string.Join("; ", problems)}.");
    }

    private static int ReadCapacity(Config section, string id, List<string> problems)
    {
        var value = section.GetString(CapacityKey);
        if (int.TryParse(value, NumberStyles.Integer, CultureInfo.InvariantCulture, out var capacity) && capacity >= 0)
        {
            return capacity;
        }

        problems.Add($"{id}.{CapacityKey} = {value ?? "null"}, allowed are whole numbers from 0, 0 for no bound");
        return 0;
    }

    private static TimeSpan ReadPushTimeOut(Config section, string id, List<string> problems)
    {
        var value = section.GetString(PushTimeOutKey);
        try
        {
            if (value is not null && section.GetTimeSpan(PushTimeOutKey, TimeSpan.MinValue) is { Ticks: >= 0 } time)
            {
                return time;
            }
        }
        catch (Exception e) when (e is FormatException or ArgumentException or OverflowException or ConfigurationException)
        {
            // HOCON throws different exceptions for an invalid duration; reported below
        }

        problems.Add($"{id}.{PushTimeOutKey} = {value ?? "null"}, allowed are durations from 0, such as 0s and 10s");
        return TimeSpan.Zero;
    }
}
