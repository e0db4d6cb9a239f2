#nullable disable annotations // oblivious, as Akka's own signatures are: what is absent is null

using Akka.Configuration.Hocon;

namespace Akka.Configuration;

/// <summary>A configuration with its fallbacks merged in. Immutable, so any thread may read it.</summary>
public class Config
{
    public static readonly Config Empty = new(new HoconValue(new HoconObject([])));

    // Without the fallbacks: only ToString still tells them apart.
    private readonly HoconValue _own;
    private readonly HoconValue _merged;

    public Config(HoconRoot root)
        : this(root.Value, root.Value)
    {
    }

    internal Config(HoconValue root)
        : this(root, root)
    {
    }

    private Config(HoconValue own, HoconValue merged)
    {
        _own = own;
        _merged = merged;
    }

    public virtual HoconValue Root => _merged;

    public virtual bool IsEmpty => Root.IsEmpty;

    public static implicit operator Config(string str) => ConfigurationFactory.ParseString(str);

    public virtual bool HasPath(string path) => GetValue(path) is not null;

    public HoconValue GetValue(string path)
    {
        var value = Root;
        foreach (var key in HoconPath.Split(path))
        {
            value = value.GetChildObject(key);
            if (value is null) return null;
        }

        return value;
    }

    public virtual Config GetConfig(string path) => GetValue(path)?.ToConfig();

    public virtual string GetString(string path, string @default = null) =>
        GetValue(path) is { } value ? value.GetString() : @default;

    public virtual int GetInt(string path, int @default = 0) => GetValue(path)?.GetInt() ?? @default;

    public virtual long? GetByteSize(string path, long? def = null) =>
        GetValue(path) is { } value ? long.Parse(value.GetString().TrimEnd('b'), System.Globalization.CultureInfo.InvariantCulture) : def;

    public virtual double GetDouble(string path, double @default = 0) => GetValue(path)?.GetDouble() ?? @default;

    public virtual TimeSpan GetTimeSpan(string path, TimeSpan? @default = null, bool allowInfinite = true) =>
        GetValue(path)?.GetTimeSpan(allowInfinite) ?? @default.GetValueOrDefault();

    public virtual IList<string> GetStringList(string path) => GetStringList(path, []);

    public virtual IList<string> GetStringList(string path, string[] defaultPaths) =>
        GetValue(path)?.GetStringList() ?? [.. defaultPaths];

    public virtual IEnumerable<KeyValuePair<string, HoconValue>> AsEnumerable() =>
        Root.GetObject() is { } members ? members.Items : Root.IsEmpty ? [] : throw new FormatException("The configuration is no object");

    public virtual Config WithFallback(Config fallback)
    {
        if (ReferenceEquals(this, fallback)) throw new ArgumentException("A configuration cannot fall back to itself", nameof(fallback));
        if (fallback.IsNullOrEmpty()) return this;
        if (IsEmpty) return fallback;

        // what has all of it stays as it is, in its own order
        return Contains(fallback) ? this : new Config(_own, Root.Over(fallback.Root));
    }

    public override string ToString() => ToString(includeFallback: false);

    public string ToString(bool includeFallback) => (includeFallback ? Root : _own).ToString();

    internal bool Contains(Config other) => Root.Contains(other.Root);
}
