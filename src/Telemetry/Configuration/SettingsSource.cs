using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>A source of settings that can change while the actor system runs: appsettings.json, options of the host.</summary>
internal abstract class SettingsSource(string origin)
{
    public SettingsLayer Read(string system) => new(origin, Values(system));

    /// <summary>Calls <paramref name="changed"/>, on any thread, whenever the result of <see cref="Read"/> may have changed.</summary>
    public abstract IDisposable? Watch(string system, Action changed);

    /// <summary>The code filter that belongs to the values; null for none.</summary>
    public virtual AkkaMessageFilter? Filter(string system) => null;

    /// <summary>The callbacks that add to spans; null for none.</summary>
    public virtual SpanCallbacks? Callbacks(string system) => null;

    /// <exception cref="ConfigurationException">The values cannot even be written as HOCON.</exception>
    protected abstract Config Values(string system);
}
