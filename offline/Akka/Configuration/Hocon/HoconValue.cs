#nullable disable annotations // oblivious, as Akka's own signatures are: what is absent is null

using System.Globalization;

namespace Akka.Configuration.Hocon;

/// <summary>An object, an array, a text or nothing. Immutable.</summary>
public class HoconValue
{
    private readonly HoconObject _object;

    internal HoconValue(HoconObject value)
    {
        _object = value;
    }

    internal HoconValue(List<HoconValue> elements)
    {
        Elements = elements;
    }

    internal HoconValue(string text)
    {
        Text = text;
    }

    public bool IsEmpty => _object is null ? Elements is null && Text is null : _object.Items.Count == 0;

    /// <summary>Null when this is no array.</summary>
    internal List<HoconValue> Elements { get; }

    /// <summary>As written, null when this is no text.</summary>
    internal string Text { get; }

    public bool IsObject() => _object is not null;

    public bool IsArray() => Elements is { Count: > 0 };

    public bool IsString() => Text is not null;

    public HoconObject GetObject() => _object;

    public HoconValue GetChildObject(string key) => _object?.GetKey(key);

    public IList<HoconValue> GetArray() => Elements is null ? [] : [.. Elements];

    public string GetString() => Text?.Trim() is { } text and not "null" ? text : null;

    public int GetInt() => int.Parse(GetString(), NumberStyles.Integer, NumberFormatInfo.InvariantInfo);

    public double GetDouble() => double.Parse(GetString(), NumberFormatInfo.InvariantInfo);

    public TimeSpan GetTimeSpan(bool allowInfinite = true) => HoconUnits.ToTimeSpan(GetString(), allowInfinite);

    public IList<string> GetStringList() => GetArray().Select(element => element.GetString()).ToList();

    public Config ToConfig() => new(this);

    public override string ToString() => ToString(0);

    public virtual string ToString(int indent) => HoconWriter.Write(this, indent);

    /// <summary>Whether every value of another one is here too and the same.</summary>
    internal bool Contains(HoconValue other) =>
        other._object is not null ? other._object.Items.All(item => _object?.GetKey(item.Key) is { } mine && mine.Contains(item.Value))
        : other.IsArray() ? Elements is not null && other.GetStringList().All(GetStringList().Contains)
        : other.GetString() == GetString();

    internal HoconValue Over(HoconValue below) =>
        _object is not null && below._object is not null ? new HoconValue(_object.Over(below._object)) : this;
}
