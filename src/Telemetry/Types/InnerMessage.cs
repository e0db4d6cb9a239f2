using System.Reflection;
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

    private static object? Inside(object message)
    {
        try
        {
            return message is AllDeadLetters ? null : message is IWrappedMessage wrapper ? wrapper.Message : ((RouterEnvelope)message).Message;
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Content, e);
            return null;
        }
    }
}

/// <summary>
/// The application's message inside one of Akka's, for what infrastructure handles and sends: also inside those that are no wrappers for Akka, as the
/// messages of <c>ClusterClient</c> and of reliable delivery. Only public properties are read. Any thread. Never throws.
/// </summary>
internal static class CarriedMessage
{
    private const int MaxCarriers = 16;

    private static readonly TypeCache<Carrier> Carriers = new(Carrier.Of);

    /// <summary>Whether the message's type is one of Akka's, so that it was not made by the application.</summary>
    public static bool IsOfAkka(object message) => Carriers.For(message.GetType()).IsAkkas;

    /// <summary>The innermost message.</summary>
    public static object In(object message)
    {
        var inner = InnerMessage.Of(message);
        for (var depth = 0; depth < MaxCarriers && NamedTypes.Read(Carriers.For(inner.GetType()).Inner, inner) is { } next; depth++)
        {
            inner = InnerMessage.Of(next);
        }

        return inner;
    }

    private sealed record Carrier(bool IsAkkas, PropertyInfo? Inner)
    {
        public static Carrier Of(Type type)
        {
            var isAkkas = AkkaAssemblies.Names.Contains(TypeTexts.Assembly(type));
            var isCarrier = isAkkas && type.Namespace is "Akka.Cluster.Tools.Client" or "Akka.Cluster.Tools.PublishSubscribe.Internal"
                or "Akka.Delivery" or "Akka.Delivery.Internal" or "Akka.Cluster.Sharding.Delivery" or "Akka.Cluster.Sharding.Delivery.Internal";
            return new(isAkkas, isCarrier ? NamedTypes.Property(type, "Message", "Envelope") : null);
        }
    }
}

/// <summary>
/// The assemblies of Akka.NET and its plug-ins, whose messages begin no trace. By their exact names: they have no strong name, and applications are
/// called <c>Akka.Something</c> too. The rule <c>akka-messages</c> of reference.conf has the same list, which a test compares.
/// </summary>
internal static class AkkaAssemblies
{
    public static IReadOnlySet<string> Names { get; } = new HashSet<string>(StringComparer.Ordinal)
    {
        "Akka", "Akka.Cluster", "Akka.Cluster.Hosting", "Akka.Cluster.Metrics", "Akka.Cluster.Sharding", "Akka.Cluster.Tools", "Akka.Coordination",
        "Akka.Coordination.Azure", "Akka.Coordination.KubernetesApi", "Akka.DependencyInjection", "Akka.Discovery", "Akka.Discovery.Azure",
        "Akka.Discovery.KubernetesApi", "Akka.DistributedData", "Akka.DistributedData.LightningDB", "Akka.Hosting", "Akka.Hosting.TestKit", "Akka.Management",
        "Akka.Persistence", "Akka.Persistence.Azure", "Akka.Persistence.Hosting", "Akka.Persistence.MongoDb", "Akka.Persistence.PostgreSql",
        "Akka.Persistence.Query", "Akka.Persistence.Query.Sql", "Akka.Persistence.Redis", "Akka.Persistence.Sql", "Akka.Persistence.Sql.Common",
        "Akka.Persistence.Sqlite", "Akka.Persistence.SqlServer", "Akka.Persistence.TestKit", "Akka.Remote", "Akka.Remote.Hosting", "Akka.Streams",
        "Akka.Streams.Amqp.RabbitMq", "Akka.Streams.Kafka", "Akka.Streams.TestKit", "Akka.TestKit", "Akka.TestKit.NUnit", "Akka.TestKit.Xunit",
        "Akka.TestKit.Xunit2",
    };
}
