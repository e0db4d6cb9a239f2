using System.Collections.Concurrent;

namespace AkkaInstrumentation;

/// <summary>The namespaces of actor types, by their readable names, as soon as an actor of a type has been seen. Any thread.</summary>
internal sealed class TypeNamespaces(SystemMetrics metrics)
{
    // Bounded, because the number of actor types is limited.
    private readonly ConcurrentDictionary<string, string> _known = [];

    /// <summary>The namespace; null when there is none or it is not known, and for types beyond the limit, which share a name.</summary>
    public string? Find(string type) => type == FoldedNames.Other ? null
        : (_known.GetValueOrDefault(type) ?? Look(type)) is { Length: > 0 } found ? found : null;

    private string? Look(string type)
    {
        string? found = null;
        foreach (var same in metrics.ActorTypes.Where(one => one.Name == type))
        {
            same.Mailboxes.ForEach(mailbox => found ??=
                AkkaInstrumentationExtension.PropsOf(mailbox.Self) is { } props ? ActorTypeNames.ShownType(props).Namespace ?? "" : null);
        }

        return found is null ? null : _known.GetOrAdd(type, found);
    }
}
