namespace Akka.Actor;

/// <summary>The place of an actor in its system's tree.</summary>
public abstract class ActorPath : IEquatable<ActorPath>, IComparable<ActorPath>
{
    public const string ValidSymbols = "\"-_.*$+:@&=,!~';()";

    private readonly ActorPath? _parent;
    private IReadOnlyList<string>? _elements;
    private string? _text;
    private int _hash;

    protected ActorPath(Address address, string name)
    {
        Address = address;
        Name = name;
    }

    protected ActorPath(ActorPath parentPath, string name, long uid)
    {
        _parent = parentPath;
        Address = parentPath.Address;
        Depth = parentPath.Depth + 1;
        Name = name;
        Uid = uid;
    }

    public Address Address { get; }

    public string Name { get; }

    public long Uid { get; }

    public int Depth { get; }

    public ActorPath Parent => _parent!;

    public ActorPath Root => ParentOf(0);

    public IReadOnlyList<string> Elements => _elements ??= CollectElements();

    public ActorPath ParentOf(int depth)
    {
        var up = depth >= 0 ? Depth - depth : -depth;
        var current = this;
        for (; up > 0 && current._parent is not null; up--)
        {
            current = current._parent;
        }

        return current;
    }

    public static ActorPath operator /(ActorPath path, string name)
    {
        var hash = name.IndexOf('#', StringComparison.Ordinal);
        return hash >= 0 && long.TryParse(name.AsSpan(hash + 1), out var uid)
            ? new ChildActorPath(path, name[..hash], uid)
            : new ChildActorPath(path, name, ActorCell.UndefinedUid);
    }

    public static ActorPath operator /(ActorPath path, IEnumerable<string> name) =>
        name.Where(element => !string.IsNullOrEmpty(element)).Aggregate(path, static (parent, element) => parent / element);

    public static bool operator ==(ActorPath? left, ActorPath? right) => Equals(left, right);

    public static bool operator !=(ActorPath? left, ActorPath? right) => !Equals(left, right);

    public static string FormatPathElements(IEnumerable<string> pathElements) => "/" + string.Join("/", pathElements);

    public static bool TryParse(string path, out ActorPath actorPath)
    {
        actorPath = null!;
        if (string.IsNullOrEmpty(path) || !Address.TryParse(path, out var address, out var rest))
        {
            return false;
        }

        actorPath = new RootActorPath(address) / rest.ToString().Split('/');
        return true;
    }

    public override string ToString() => _text ??= ToStringWithAddress(Address);

    public string ToStringWithAddress(Address address) => address + ToStringWithoutAddress();

    public string ToStringWithoutAddress() => _parent is null ? "/" : FormatPathElements(Elements);

    public bool Equals(ActorPath? other)
    {
        if (ReferenceEquals(this, other))
        {
            return true;
        }

        if (other is null || Depth != other.Depth || !Address.Equals(other.Address))
        {
            return false;
        }

        ActorPath? left = this;
        ActorPath? right = other;
        while (left is not null && right is not null && !ReferenceEquals(left, right))
        {
            if (left.Name != right.Name)
            {
                return false;
            }

            left = left._parent;
            right = right._parent;
        }

        return true;
    }

    public override bool Equals(object? obj) => Equals(obj as ActorPath);

    public override int GetHashCode()
    {
        if (_hash == 0)
        {
            _hash = _parent is null ? Address.GetHashCode() : HashCode.Combine(_parent.GetHashCode(), Name);
        }

        return _hash;
    }

    public int CompareTo(ActorPath? other)
    {
        if (other is null)
        {
            return 1;
        }

        var byAddress = Address.CompareTo(other.Address);
        return byAddress != 0 ? byAddress : string.CompareOrdinal(ToStringWithoutAddress(), other.ToStringWithoutAddress());
    }

    private string[] CollectElements()
    {
        var elements = new string[Depth];
        for (var current = this; current._parent is not null; current = current._parent)
        {
            elements[current.Depth - 1] = current.Name;
        }

        return elements;
    }
}

/// <summary>The top of a system's tree.</summary>
public sealed class RootActorPath(Address address, string name = "") : ActorPath(address, name);

/// <summary>Every other place.</summary>
public sealed class ChildActorPath(ActorPath parentPath, string name, long uid) : ActorPath(parentPath, name, uid);
