using System.Reflection;
using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>
/// Reads the dead letter that Akka's mediator of published messages sends when a topic has no subscribers. Its type is known by name, because the
/// library does not reference Akka.Cluster.Tools. Only public properties are read. Any thread. Never throws.
/// </summary>
internal static class TopicLetter
{
    private const string Space = "Akka.Cluster.Tools.PublishSubscribe";
    private const int MaxTopic = 200;

    private static readonly TypeCache<Shape> Shapes = new(Shape.Create);

    /// <summary>Returns null if it is another kind of dead letter.</summary>
    /// <param name="letter">The dead letter.</param>
    public static Unsubscribed? Find(AllDeadLetters letter) => ReadFrom(letter) ?? ReadFrom(letter.Message);

    private static Unsubscribed? ReadFrom(object from) =>
        Shapes.For(from.GetType()) is { Message: { } message } shape && NamedTypes.Read(message, from) is { } published
            ? new(published, TextCut.At(NamedTypes.Read(shape.Topic, from) as string ?? "", MaxTopic))
            : null;

    private sealed record Shape(MethodInvoker? Message = null, MethodInvoker? Topic = null)
    {
        // A struct in a topic's own dead letter, and a class since Akka 1.5.
        public static Shape Create(Type type) => type switch
        {
            { Name: "DeadLetterWithNoSubscribers", Namespace: Space } or { Name: "NoSubscribersDeadLetter", Namespace: $"{Space}.Internal" } =>
                new(NamedTypes.Getter(type, "Message"), NamedTypes.Getter(type, "Topic")),
            _ => new(),
        };
    }
}

/// <summary>A message that was published to a topic without subscribers.</summary>
/// <param name="Message">The message.</param>
/// <param name="Topic">The topic; empty when it is not known.</param>
internal sealed record Unsubscribed(object Message, string Topic);
