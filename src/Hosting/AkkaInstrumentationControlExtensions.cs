using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Changes settings at run time with options instead of HOCON.</summary>
public static class AkkaInstrumentationControlExtensions
{
    /// <summary>
    /// Changes the options that are set and leaves the others, as <see cref="AkkaInstrumentationControl.Change"/> does. A rule with a name changes
    /// the rule with that name. Code (filter, redactor, enricher) cannot be changed here.
    /// </summary>
    /// <param name="control">The actor system's control.</param>
    /// <param name="configure">Sets options.</param>
    /// <exception cref="ConfigurationException">Values are wrong, or can only be set at the start. The message lists all of them, and nothing has
    /// changed.</exception>
    public static void Change(this AkkaInstrumentationControl control, Action<AkkaInstrumentationOptions> configure)
    {
        ArgumentNullException.ThrowIfNull(control);
        ArgumentNullException.ThrowIfNull(configure);
        var options = new AkkaInstrumentationOptions();
        configure(options);
        string?[] code =
        [
            options.Tracing.Filter is null ? null : "Tracing.Filter",
            options.Tracing.Content.Redactor is null ? null : "Tracing.Content.Redactor",
            options.Tracing.Enrich is null ? null : "Tracing.Enrich",
        ];
        if (Array.Exists(code, name => name is not null))
        {
            throw new ConfigurationException($"{string.Join(", ", code.OfType<string>())} cannot be changed while the actor system runs.");
        }

        control.Apply(OptionsSource.Read(options, "run-time"));
    }
}
