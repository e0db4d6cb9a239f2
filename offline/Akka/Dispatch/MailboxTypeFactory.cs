using Akka.Actor;
using Akka.Configuration;

namespace Akka.Dispatch;

/// <summary>Creates a mailbox type from the section of its id.</summary>
internal static class MailboxTypeFactory
{
    public static MailboxType Create(string id, Settings settings, Config section)
    {
        var name = section.GetString("mailbox-type");
        if (string.IsNullOrEmpty(name))
        {
            throw new ConfigurationException($"{id}.mailbox-type is empty");
        }

        var type = Type.GetType(name) ?? throw new ConfigurationException(
            $"{id}.mailbox-type is [{name}], which is not a known type");

        try
        {
            return (MailboxType)Activator.CreateInstance(type, settings, section)!;
        }
        catch (Exception e)
        {
            throw new ArgumentException(
                $"{id}.mailbox-type, {type}, cannot be created with ({typeof(Settings)}, {typeof(Config)})", e);
        }
    }
}
