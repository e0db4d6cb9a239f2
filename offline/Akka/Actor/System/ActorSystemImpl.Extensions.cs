using System.Collections.Concurrent;
using Akka.Event;

namespace Akka.Actor.Internal;

public partial class ActorSystemImpl
{
    private readonly ConcurrentDictionary<Type, Lazy<object>> _extensions = new();

    public override object RegisterExtension(IExtensionId extension)
    {
        var created = _extensions.GetOrAdd(extension.ExtensionType, _ => new Lazy<object>(() => extension.CreateExtension(this)));
        try
        {
            return created.Value;
        }
        catch
        {
            _extensions.TryRemove(new KeyValuePair<Type, Lazy<object>>(extension.ExtensionType, created));
            throw;
        }
    }

    public override bool HasExtension<T>() => _extensions.ContainsKey(typeof(T));

    public override bool TryGetExtension(Type extensionType, out object extension)
    {
        var found = _extensions.TryGetValue(extensionType, out var created);
        extension = found ? created!.Value : null!;
        return found;
    }

    public override bool TryGetExtension<T>(out T extension)
    {
        var found = TryGetExtension(typeof(T), out var untyped);
        extension = found ? (T)untyped : null!;
        return found;
    }

    // An id that cannot be made is left out; an extension that cannot be made ends the start.
    private void RegisterConfiguredExtensions()
    {
        var ids = new List<IExtensionId>();
        foreach (var name in Settings.Config.GetStringList("akka.extensions"))
        {
            try
            {
                ids.Add(Create<IExtensionId>("akka.extensions", name));
            }
            catch (Exception e)
            {
                Log.Error(e, "The extension [{0}] could not be created; left out", name);
            }
        }

        ids.ForEach(id => RegisterExtension(id));
    }
}
