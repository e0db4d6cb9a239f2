using Akka.Actor;
using Akka.Event;
using Akka.Routing;

namespace AkkaInstrumentation;

/// <summary>
/// Finds the user's message inside one of Akka's own wrappers (scheduled, by selection, broadcast to routees). Names and filters use that
/// message. Each type is checked once for being a wrapper. A dead letter is no wrapper, because it is itself the information.
/// Users can write wrappers too. One that throws, is empty or contains itself is treated as the message. Never throws.
/// </summary>
internal static class InnerMessage
{
    private const int MaxWrappers = 16;

    public static bool IsWrapper(Type type) =>
        (typeof(IWrappedMessage).IsAssignableFrom(type) || typeof(RouterEnvelope).IsAssignableFrom(type))
        && !typeof(AllDeadLetters).IsAssignableFrom(type);

    public static object Of(object message) => message is IWrappedMessage or RouterEnvelope ? Inside(message) : message;

    private static object Inside(object message)
    {
        var inner = message;
        try
        {
            for (var depth = 0; depth < MaxWrappers; depth++)
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
