using Akka.Actor;
using Akka.Event;
using Akka.Routing;

namespace AkkaInstrumentation;

/// <summary>
/// The user's message inside one of Akka's own wrappers (scheduled, by selection, broadcast to routees): what names and
/// filters are about. Whether a type is a wrapper is asked once per type. A dead letter is not one: it is itself the news.
/// </summary>
internal static class InnerMessage
{
    public static bool IsWrapper(Type type) =>
        (typeof(IWrappedMessage).IsAssignableFrom(type) || typeof(RouterEnvelope).IsAssignableFrom(type))
        && !typeof(AllDeadLetters).IsAssignableFrom(type);

    public static object Of(object message) => message switch
    {
        AllDeadLetters => message,
        IWrappedMessage wrapper => Of(wrapper.Message),
        RouterEnvelope envelope => Of(envelope.Message),
        _ => message,
    };
}
