using Akka.Actor;
using Akka.Event;
using Akka.Routing;

namespace AkkaInstrumentation;

/// <summary>
/// The user's message inside one of Akka's own wrappers (scheduled, by selection, broadcast to routees): what names and
/// filters are about. Whether a type is a wrapper is asked once per type. A dead letter is not one: it is itself the news.
/// Anybody can write a wrapper: one that throws, holds nothing or is inside itself is taken for the message. Never throws.
/// </summary>
internal static class InnerMessage
{
    private const int MostWrappers = 16;

    public static bool IsWrapper(Type type) =>
        (typeof(IWrappedMessage).IsAssignableFrom(type) || typeof(RouterEnvelope).IsAssignableFrom(type))
        && !typeof(AllDeadLetters).IsAssignableFrom(type);

    public static object Of(object message) => message is IWrappedMessage or RouterEnvelope ? Inside(message) : message;

    private static object Inside(object message)
    {
        var inner = message;
        try
        {
            for (var depth = 0; depth < MostWrappers; depth++)
            {
                var next = inner switch
                {
                    AllDeadLetters => null,
                    IWrappedMessage wrapper => wrapper.Message,
                    RouterEnvelope envelope => envelope.Message,
                    _ => null,
                };
                if (next is null)
                {
                    return inner;
                }

                inner = next;
            }
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Content, e);
            return inner;
        }

        return message;
    }
}
