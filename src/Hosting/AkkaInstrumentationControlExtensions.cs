namespace AkkaInstrumentation;

/// <summary>Changes settings of a running actor system by the options of code.</summary>
public static class AkkaInstrumentationControlExtensions
{
    /// <summary>
    /// Changes the settings that <paramref name="configure"/> sets: <c>control.Change(o => o.Tracing.Sampling.Ratio = 0.1)</c>. All other settings
    /// stay, including those of earlier changes. The change applies as a whole or not at all. Give a rule a name: a later change with the same name
    /// replaces it. Any thread.
    /// </summary>
    /// <param name="control">The actor system's control.</param>
    /// <param name="configure">Sets options. It gets a new options object, in which nothing is set.</param>
    /// <exception cref="ArgumentException">It sets a filter, an enricher or a redactor, which only a start can set. No setting has
    /// changed.</exception>
    /// <exception cref="Akka.Configuration.ConfigurationException">
    /// A value is not allowed, or only a start can change it. The message lists all problems. No setting has changed.
    /// </exception>
    public static void Change(this AkkaInstrumentationControl control, Action<AkkaInstrumentationOptions> configure)
    {
        ArgumentNullException.ThrowIfNull(control);
        ArgumentNullException.ThrowIfNull(configure);
        var options = new AkkaInstrumentationOptions();
        configure(options);
        if (options.Tracing.Callbacks != new SpanCallbacks(null, null))
        {
            throw new ArgumentException("A filter, an enricher or a redactor cannot change while the actor system runs.", nameof(configure));
        }

        control.Settings.Apply(OptionsSource.Read(options, "run-time"));
    }
}
