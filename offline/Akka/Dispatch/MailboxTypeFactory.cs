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
            throw new ConfigurationException($"The setting mailbox-type defined in [{id}] is empty");
        }

        var type = Type.GetType(name) ?? throw new ConfigurationException(
            $"Found mailbox-type [{name}] in configuration for [{id}], but could not find that type in any loaded assemblies.");

        try
        {
            return (MailboxType)Activator.CreateInstance(type, settings, section)!;
        }
        catch (Exception e)
        {
            throw new ArgumentException(
                $"Cannot instantiate MailboxType {type}, defined in [{id}]. Make sure it has a public constructor with "
                + $"[{typeof(Settings)}, {typeof(Config)}] parameters",
                e);
        }
    }
}
