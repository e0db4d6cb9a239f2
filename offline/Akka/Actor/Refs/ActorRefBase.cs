#nullable disable annotations // oblivious, as Akka's own signatures are: sender, name and message may be null

namespace Akka.Actor;

/// <summary>Equality, order and text of references; telling is left to the kind of reference.</summary>
public abstract class ActorRefBase : IActorRef
{
    public abstract ActorPath Path { get; }

    public void Tell(object message, IActorRef sender) => TellInternal(message, sender);

    protected abstract void TellInternal(object message, IActorRef sender);

    public override string ToString()
    {
        var uid = Path.Uid;
        return uid == ActorCell.UndefinedUid ? $"[{Path}]" : $"[{Path}#{uid}]";
    }

    public override bool Equals(object obj) => Equals(obj as IActorRef);

    public override int GetHashCode() => HashCode.Combine(Path, Path.Uid);

    public bool Equals(IActorRef other) =>
        ReferenceEquals(this, other) || (other is not null && Path.Uid == other.Path.Uid && Path.Equals(other.Path));

    public int CompareTo(object obj) => obj switch
    {
        null => 1,
        IActorRef other => CompareTo(other),
        _ => throw new ArgumentException($"A {obj.GetType()} cannot be compared to an actor.", nameof(obj)),
    };

    public int CompareTo(IActorRef other)
    {
        if (other is null)
        {
            return 1;
        }

        var byPath = Path.CompareTo(other.Path);
        return byPath != 0 ? byPath : Path.Uid.CompareTo(other.Path.Uid);
    }
}
