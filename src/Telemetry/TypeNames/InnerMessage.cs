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

    public static object Of(object message)
    {
        var inner = message;
        for (var depth = 0; inner is IWrappedMessage or RouterEnvelope; depth++)
        {
            if (depth == MaxWrappers)
            {
                return message;
            }

            if (Inside(inner) is not { } next)
            {
                break;
            }

            inner = next;
        }

        return inner;
    }

    private static object? Inside(object message) => TelemetryFault.GuardValue(
        TelemetryFault.Content,
        message,
        static message => message is AllDeadLetters ? null : message is IWrappedMessage wrapper ? wrapper.Message : ((RouterEnvelope)message).Message,
        null);
}
