using System.Text;

namespace Akka.Configuration.Hocon;

/// <summary>
/// A value while its document is being read: what was written, in order. Text after an object replaces it,
/// an object after anything else replaces that, arrays and references are collected.
/// </summary>
internal sealed class HoconNode
{
    private readonly List<object> _parts = [];
    private Dictionary<string, HoconNode>? _children;
    private HoconValue? _value;
    private bool _freezing;

    /// <summary>A new assignment begins; only an object survives it, to be merged.</summary>
    public void Reassign()
    {
        if (_children is null) _parts.Clear();
    }

    public void AddText(string text)
    {
        _children = null;
        _parts.Add(text);
    }

    public void AddArray(List<HoconNode> elements) => _parts.Add(elements);

    public void AddReference(string space, HoconReference reference)
    {
        _parts.Add(space);
        _parts.Add(reference);
    }

    public Dictionary<string, HoconNode> OpenObject()
    {
        if (_children is not null) return _children;
        _parts.Clear();
        return _children = new Dictionary<string, HoconNode>();
    }

    public HoconNode ChildForWriting(string key)
    {
        var children = OpenObject();
        if (!children.TryGetValue(key, out var child)) children.Add(key, child = new HoconNode());
        return child;
    }

    public HoconNode? Child(string key)
    {
        if (_children is not null) return _children.GetValueOrDefault(key);
        return _parts.OfType<HoconReference>().Select(reference => reference.Target?.Child(key)).FirstOrDefault(child => child is not null);
    }

    public HoconValue Freeze()
    {
        if (_value is not null) return _value;
        if (_freezing) throw new FormatException("A substitution refers to itself");
        _freezing = true;
        return _value = FreezeCore();
    }

    private HoconValue FreezeCore()
    {
        if (_children is not null)
            return new HoconValue(new HoconObject(_children.ToDictionary(child => child.Key, child => child.Value.Freeze())));

        List<HoconValue>? array = null;
        StringBuilder? text = null;
        foreach (var part in _parts)
        {
            switch (part)
            {
                case string literal:
                    (text ??= new StringBuilder()).Append(literal);
                    break;
                case List<HoconNode> elements:
                    (array ??= []).AddRange(elements.Select(element => element.Freeze()));
                    break;
                case HoconReference reference:
                    var value = reference.Target!.Freeze();
                    if (value.GetObject() is not null) return value;
                    if (value.Elements is { } more) (array ??= []).AddRange(more);
                    else if (value.Text is { } resolved) (text ??= new StringBuilder()).Append(resolved);
                    break;
            }
        }

        return array is not null ? new HoconValue(array) : new HoconValue(text?.ToString());
    }
}

/// <summary>A <c>${path}</c>, to be looked up when the whole document is read.</summary>
internal sealed class HoconReference(string path)
{
    public string Path { get; } = path;

    public HoconNode? Target { get; private set; }

    public void Resolve(HoconNode root)
    {
        var target = root;
        foreach (var key in HoconPath.Split(Path)) target = target?.Child(key);
        Target = target ?? throw new FormatException($"There is nothing at ${{{Path}}}");
    }
}
