namespace AkkaInstrumentation;

/// <summary>
/// The attributes that all metrics of one actor system have: its name, and its number when it is not the first of that name in this process. Two
/// systems of one name are two series, and one that is started again does not set back what its predecessor has counted.
/// </summary>
internal sealed class SystemTags
{
    // Names beyond this are not remembered, so their systems are all the first: somebody makes up names without end.
    private const int MostNames = 10_000;

    private static readonly Dictionary<string, int> Instances = [];

    private readonly KeyValuePair<string, object?>[] _tags;

    public SystemTags(string name, int instance = 1)
    {
        Name = name;
        KeyValuePair<string, object?> system = new(MetricNames.SystemName, name);
        _tags = instance > 1 ? [system, new(MetricAttributes.SystemInstance, instance)] : [system];
    }

    public string Name { get; }

    public static implicit operator SystemTags(string name) => new(name);

    /// <summary>Of a system that starts. Any thread.</summary>
    public static SystemTags Next(string name)
    {
        lock (Instances)
        {
            var instance = Instances.GetValueOrDefault(name) + 1;
            if (instance > 1 || Instances.Count < MostNames)
            {
                Instances[name] = instance;
            }

            return new(name, instance);
        }
    }

    /// <summary>These attributes, and more.</summary>
    public KeyValuePair<string, object?>[] With(params ReadOnlySpan<KeyValuePair<string, object?>> more) => [.. _tags, .. more];
}
