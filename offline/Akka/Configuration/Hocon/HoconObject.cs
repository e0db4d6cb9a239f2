namespace Akka.Configuration.Hocon;

/// <summary>Named values, in the order in which they were written.</summary>
public class HoconObject
{
    internal HoconObject(Dictionary<string, HoconValue> items)
    {
        Items = items;
    }

    public Dictionary<string, HoconValue> Items { get; }

    public HoconValue GetKey(string key) => Items.GetValueOrDefault(key)!;

    /// <summary>Objects are merged, other values win over what is below them; the keys below come first.</summary>
    internal HoconObject Over(HoconObject below)
    {
        var items = new Dictionary<string, HoconValue>(below.Items);
        foreach (var (key, value) in Items)
        {
            items[key] = items.TryGetValue(key, out var other) ? value.Over(other) : value;
        }

        return new HoconObject(items);
    }
}
