namespace Akka.Actor;

/// <summary>Where a system is: protocol, name and, when remote, host and port.</summary>
public sealed class Address : IEquatable<Address>, IComparable<Address>, IComparable
{
    public static readonly Address AllSystems = new("akka", "all-systems");

    private readonly string _text;

    public Address(string protocol, string system, string? host = null, int? port = null)
    {
        Protocol = protocol;
        System = system;
        Host = host?.ToLowerInvariant()!;
        Port = port;
        _text = protocol + "://" + system
            + (string.IsNullOrEmpty(Host) ? "" : "@" + Host)
            + (port is { } number ? ":" + number.ToString(global::System.Globalization.CultureInfo.InvariantCulture) : "");
    }

    public string Protocol { get; }

    public string System { get; }

    public string Host { get; }

    public int? Port { get; }

    public override string ToString() => _text;

    public bool Equals(Address? other) =>
        ReferenceEquals(this, other)
        || (other is not null && Port == other.Port && string.Equals(Host, other.Host, StringComparison.Ordinal)
            && System == other.System && Protocol == other.Protocol);

    public override bool Equals(object? obj) => Equals(obj as Address);

    public override int GetHashCode() => HashCode.Combine(Host, Port, System, Protocol);

    public int CompareTo(Address? other) => other is null ? 1 : string.CompareOrdinal(_text, other._text);

    int IComparable.CompareTo(object? obj) => CompareTo(obj as Address);

    public static bool operator ==(Address? left, Address? right) => Equals(left, right);

    public static bool operator !=(Address? left, Address? right) => !Equals(left, right);

    /// <summary>The address in front of a path, and what follows it.</summary>
    internal static bool TryParse(ReadOnlySpan<char> text, out Address address, out ReadOnlySpan<char> rest)
    {
        address = null!;
        rest = default;
        var scheme = text.IndexOf("://");
        if (scheme <= 0 || !text.StartsWith("akka", StringComparison.OrdinalIgnoreCase))
        {
            return false;
        }

        var protocol = text[..scheme].ToString();
        var authority = text[(scheme + 3)..];
        var slash = authority.IndexOf('/');
        if (slash >= 0)
        {
            rest = authority[slash..];
            authority = authority[..slash];
        }

        var at = authority.IndexOf('@');
        if (at < 0)
        {
            address = new Address(protocol, authority.ToString());
            return !authority.IsEmpty;
        }

        var host = authority[(at + 1)..];
        var colon = host.LastIndexOf(':');
        if (colon < 0 || !int.TryParse(host[(colon + 1)..], out var port))
        {
            return false;
        }

        address = new Address(protocol, authority[..at].ToString(), host[..colon].ToString(), port);
        return true;
    }
}
