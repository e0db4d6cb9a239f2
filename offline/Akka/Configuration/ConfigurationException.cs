#nullable disable annotations // oblivious, as Akka's own signatures are: path and cause may be null

using Akka.Actor;

namespace Akka.Configuration;

/// <summary>The configuration is wrong or incomplete.</summary>
public class ConfigurationException : AkkaException
{
    public ConfigurationException(string message)
        : base(message)
    {
    }

    public ConfigurationException(string message, Exception exception)
        : base(message, exception)
    {
    }

    public static ConfigurationException NullOrEmptyConfig<T>(string path = null) =>
        new($"{typeof(T).Name} needs {(string.IsNullOrEmpty(path) ? "a configuration" : $"the section {path}")}");
}
