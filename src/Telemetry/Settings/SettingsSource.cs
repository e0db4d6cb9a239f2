using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Where settings come from that can change while the actor system runs: appsettings.json, options of the host.</summary>
internal abstract class SettingsSource(string origin)
{
    public SettingsLayer Read(string system) => new(origin, Values(system));

    /// <summary>Calls <paramref name="changed"/>, on any thread, whenever <see cref="Read"/> may answer something else.</summary>
    public abstract IDisposable? Watch(string system, Action changed);

    /// <summary>The code filter that comes with the values, null for none.</summary>
    public virtual MessageFilter? Filter(string system) => null;

    /// <summary>The code that adds to spans, null for none.</summary>
    public virtual SpanCallbacks? Callbacks(string system) => null;

    /// <exception cref="ConfigurationException">What is there cannot even be written as HOCON.</exception>
    protected abstract Config Values(string system);
}
