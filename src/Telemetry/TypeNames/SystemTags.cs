namespace AkkaInstrumentation;

/// <summary>
/// The common attributes of all metrics of one actor system: its name, and its number if it is not the first of that name in this process. Two
/// systems with one name are two series. So a system that is started again does not reset the counts of the previous one.
/// </summary>
internal sealed class SystemTags(string name, int instance = 1)
{
    /// <summary>Whether the system also reports the metrics of the messaging conventions. It may change while the system runs.</summary>
    internal volatile bool HasMessaging;

    // Names beyond this number are not remembered, so each of their systems is the first. Only generated names reach this limit.
    private const int MaxNames = 10_000;

    private static readonly Dictionary<string, int> Instances = [];

    private readonly KeyValuePair<string, object?>[] _tags =
        instance > 1 ? [new(AkkaSpanAttributes.ActorSystemName, name),
            new(AkkaMetricAttributes.ActorSystemInstance, instance)] : [new(AkkaSpanAttributes.ActorSystemName, name)];

    public string Name { get; } = name;

    public static implicit operator SystemTags(string name) => new(name);

    /// <summary>The attributes for a system that starts. Any thread.</summary>
    public static SystemTags Next(string name)
    {
        lock (Instances)
        {
            var instance = Instances.GetValueOrDefault(name) + 1;
            if (instance > 1 || Instances.Count < MaxNames)
            {
                Instances[name] = instance;
            }

            return new(name, instance);
        }
    }

    /// <summary>The same, with the attributes that all metrics of the messaging conventions have.</summary>
    public KeyValuePair<string, object?>[] WithMessaging(string operation) => With(
        new(AkkaSpanAttributes.MessagingSystem, AkkaSpanAttributes.MessagingSystemValue), new(AkkaSpanAttributes.MessagingOperationName, operation));

    public KeyValuePair<string, object?>[] With(params ReadOnlySpan<KeyValuePair<string, object?>> more) => [.. _tags, .. more];
}
