using System.Reflection;
using Akka.Actor;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Finds the application's message inside a message of Akka that infrastructure handles and sends, even if Akka does not treat the outer message as a
/// wrapper, as with <c>ClusterClient</c> and reliable delivery. If reliable delivery has cut a message into chunks, the result is the bytes of the
/// chunk, which stay the same object wherever the chunk goes in a process. Only public properties are read. Any thread. Never throws.
/// </summary>
internal static class CarriedMessage
{
    private const int MaxCarriers = 16;

    // The assemblies of Akka.NET and its plug-ins, whose messages begin no trace. Their exact names are listed, because applications may also be
    // called Akka.Something.
    private static readonly HashSet<string> Assemblies =
        [.. AkkaInstrumentationConfig.Reference.GetStringList($"{InstrumentationSettings.RulesRoot}.akka-messages.message-assembly")];
    private static readonly TypeCache<Carrier> Carriers = new(Carrier.Create, places: 256, usual: Carrier.None);

    /// <summary>Whether the message's type is one of Akka's, so that it was not made by the application.</summary>
    public static bool IsOfAkka(object message) => IsOfAkka(message.GetType());

    /// <inheritdoc cref="IsOfAkka(object)"/>
    public static bool IsOfAkka(Type message) => Carriers.For(message).IsAkkas;

    /// <summary>
    /// Whether the message is internal to Akka, so that its loss does not matter to the application: its type is not visible outside of Akka, or one
    /// system actor has sent it to another. It contains no message of the application. A lost request to a journal always matters.
    /// </summary>
    public static bool IsAkkasAlone(AllDeadLetters letter) =>
        In(letter.Message, out _) is var inner && IsOfAkka(inner)
            && (!inner.GetType().IsVisible
                || (IsOfSystem(letter.Recipient) && (letter.Sender.IsNobody() || IsOfSystem(letter.Sender))
                    && inner.GetType().Namespace != PersistenceTypes.Space));

    private static bool IsOfSystem(IActorRef actor) => actor.Path.Elements is ["system", ..];

    /// <summary>The innermost message.</summary>
    /// <param name="message">The message.</param>
    /// <param name="chunk">Whether the innermost message is a chunk, and which.</param>
    public static object In(object message, out ChunkKind chunk)
    {
        chunk = ChunkKind.None;
        var inner = InnerMessage.Unwrap(message);
        for (var depth = 0; depth < MaxCarriers && Carriers.For(inner.GetType()) is var carrier && carrier.Read(inner) is { } next; depth++)
        {
            if (carrier.IsFirst is { } isFirst)
            {
                chunk = NamedTypes.Read(isFirst, inner) is true ? ChunkKind.First : ChunkKind.Later;
            }

            inner = InnerMessage.Unwrap(next);
        }

        return inner;
    }

    private sealed record Carrier(bool IsAkkas, MethodInvoker? Inner)
    {
        // A message of the application.
        public static readonly Carrier None = new(IsAkkas: false, Inner: null);

        // The getter of the chunk, for a message that may be a chunk instead.
        private MethodInvoker? Chunk { get; init; }

        /// <summary>The getter that tells whether a chunk is the first one of its message.</summary>
        public MethodInvoker? IsFirst { get; private init; }

        public object? Read(object from) => NamedTypes.Read(Chunk, from) ?? NamedTypes.Read(Inner, from);

        public static Carrier Create(Type type)
        {
            if (!Assemblies.Contains(TypeTexts.Assembly(type)))
            {
                return None;
            }

            var isCarrier = type.Namespace is "Akka.Cluster.Tools.Client" or "Akka.Cluster.Tools.PublishSubscribe.Internal"
                or "Akka.Delivery" or "Akka.Delivery.Internal" or "Akka.Cluster.Sharding.Delivery" or "Akka.Cluster.Sharding.Delivery.Internal";
            return new(IsAkkas: true, isCarrier ? NamedTypes.Getter(type, "Message", "Envelope", "SerializedMessage") : null)
            {
                Chunk = isCarrier ? NamedTypes.Getter(type, "Chunk") : null,
                IsFirst = isCarrier ? NamedTypes.Getter(type, "FirstChunk") : null,
            };
        }
    }
}

/// <summary>Whether reliable delivery carries a whole message or a chunk of one.</summary>
internal enum ChunkKind
{
    /// <summary>A whole message.</summary>
    None,

    /// <summary>The first chunk of a message.</summary>
    First,

    /// <summary>Another chunk.</summary>
    Later,
}
