using System.Diagnostics.CodeAnalysis;
using System.Reflection;

namespace AkkaInstrumentation;

/// <summary>
/// The application's message inside one of Akka's, for what infrastructure handles and sends: also inside those that are no wrappers for Akka, as the
/// messages of <c>ClusterClient</c> and of reliable delivery. Only public properties are read. Any thread. Never throws.
/// </summary>
internal sealed class CarriedMessage
{
    private const int MaxWrappers = 16;

    private static readonly TypeCache<CarriedMessage> Types = new();

    private readonly MethodInvoker? _inner;

    private CarriedMessage(Type type)
    {
        IsAkkas = AkkaAssemblies.Names.Contains(TypeTexts.Assembly(type));
        _inner = IsAkkas && type.Namespace is "Akka.Cluster.Tools.Client" or "Akka.Cluster.Tools.PublishSubscribe.Internal"
            or "Akka.Delivery" or "Akka.Delivery.Internal" or "Akka.Cluster.Sharding.Delivery" or "Akka.Cluster.Sharding.Delivery.Internal"
            ? Getter(type)
            : null;
    }

    private bool IsAkkas { get; }

    /// <summary>Whether the message's type is one of Akka's, so that it was not made by the application.</summary>
    public static bool IsOfAkka(object message) => Of(message.GetType()).IsAkkas;

    /// <summary>The innermost message.</summary>
    public static object In(object message)
    {
        var inner = InnerMessage.Of(message);
        for (var depth = 0; depth < MaxWrappers && Of(inner.GetType())._inner is { } getter; depth++)
        {
            if (Get(getter, inner) is not { } next)
            {
                break;
            }

            inner = InnerMessage.Of(next);
        }

        return inner;
    }

    private static CarriedMessage Of(Type type) => Types.GetOrAdd(type, static type => new CarriedMessage(type));

    private static object? Get(MethodInvoker getter, object from)
    {
        try
        {
            return getter.Invoke(from);
        }
        catch (Exception e)
        {
            TelemetryFault.Report(TelemetryFault.Content, e);
            return null;
        }
    }

    [UnconditionalSuppressMessage(
        "Trimming",
        "IL2070",
        Justification = "In a trimmed program a property that Akka itself does not read may be missing. What infrastructure sends then is in no trace.")]
    private static MethodInvoker? Getter(Type type) =>
        Array.Find(type.GetProperties(BindingFlags.Public | BindingFlags.Instance), property => property.Name is "Message" or "Envelope" && property.GetIndexParameters().Length == 0)
            ?.GetMethod is { } getter ? MethodInvoker.Create(getter) : null;
}
