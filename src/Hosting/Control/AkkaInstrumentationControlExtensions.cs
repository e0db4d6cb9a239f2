using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Run-time changes with options in the place of HOCON.</summary>
public static class AkkaInstrumentationControlExtensions
{
    /// <summary>
    /// Changes what is set and leaves the rest, as <see cref="IAkkaInstrumentationControl.Change"/> does. A rule with a name changes the one
    /// of that name. What is code (filter, redactor, enricher) cannot be changed here.
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
        if (CodeIn(options).ToList() is { Count: > 0 } code)
        {
            throw new ConfigurationException($"{string.Join(", ", code)} cannot be changed while the actor system runs.");
        }

        control.Change(OptionsHocon.Write(options, "run-time"));
    }

    private static IEnumerable<string> CodeIn(AkkaInstrumentationOptions options)
    {
        if (options.Tracing.Filter is not null)
        {
            yield return "Tracing.Filter";
        }

        if (options.Tracing.Content.Redactor is not null)
        {
            yield return "Tracing.Content.Redactor";
        }

        if (options.Tracing.Enrich is not null)
        {
            yield return "Tracing.Enrich";
        }
    }
}
