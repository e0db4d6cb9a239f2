using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Run-time changes with options in the place of HOCON.</summary>
public static class AkkaInstrumentationControlExtensions
{
    /// <summary>
    /// Changes what is set and leaves the rest, as <see cref="IAkkaInstrumentationControl.Change"/> does. A rule with a name changes the one
    /// of that name. The code filter cannot be changed here.
    /// </summary>
    /// <param name="control">The actor system's.</param>
    /// <param name="configure">Sets options.</param>
    /// <exception cref="ConfigurationException">Something is wrong or can only be set at the start; all of it is listed, and nothing has changed.</exception>
    public static void Change(this IAkkaInstrumentationControl control, Action<AkkaInstrumentationOptions> configure)
    {
        ArgumentNullException.ThrowIfNull(control);
        ArgumentNullException.ThrowIfNull(configure);
        var options = new AkkaInstrumentationOptions();
        configure(options);
        if (options.Tracing.Filter is not null)
        {
            throw new ConfigurationException("Tracing.Filter cannot be changed while the actor system runs.");
        }

        control.Change(OptionsHocon.Write(options, "run-time"));
    }
}
