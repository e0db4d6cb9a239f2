using System.Collections.Concurrent;

namespace Akka.Actor;

/// <summary>Holds references that no actor is the parent of: those that Ask makes.</summary>
internal sealed class TempActors(IActorRefProvider provider, ActorPath path, IInternalActorRef parent) : MinimalActorRef
{
    private readonly ConcurrentDictionary<string, IInternalActorRef> _children = new();

    public override ActorPath Path => path;

    public override IInternalActorRef Parent => parent;

    public override IActorRefProvider Provider => provider;

    public void AddChild(string name, IInternalActorRef child) => _children[name] = child;

    public void RemoveChild(string name) => _children.TryRemove(name, out _);

    public override IActorRef GetChild(IReadOnlyList<string> name)
    {
        if (name.Count == 0 || string.IsNullOrEmpty(name[0]))
        {
            return this;
        }

        if (!_children.TryGetValue(name[0], out var child))
        {
            return ActorRefs.Nobody;
        }

        return name.Count == 1 ? child : child.GetChild(name.Skip(1).ToArray());
    }
}
