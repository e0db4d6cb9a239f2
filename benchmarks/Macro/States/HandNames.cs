using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>What one actor keeps so that hand-written telemetry builds no text per message. Used by the actor's thread.</summary>
internal sealed class HandNames(IActorContext context)
{
    private readonly Dictionary<Type, KeyValuePair<string, object?>[]> _tags = [];

    public IActorContext Cell { get; } = context;

    public string ActorType { get; } = context.Props.Type.Name;

    public string System { get; } = context.System.Name;

    public string Span { get; } = $"process {context.Props.Type.Name}";

    public string Path { get; } = context.Self.Path.ToStringWithoutAddress();

    public KeyValuePair<string, object?>[] TagsOf(Type message)
    {
        if (!_tags.TryGetValue(message, out var tags))
        {
            tags = [new("akka.actor.type", ActorType), new("akka.message.type", message.Name)];
            _tags.Add(message, tags);
        }

        return tags;
    }
}
