using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// An application's configuration with the instrumented defaults over it and <c>reference.conf</c> below it. A fallback goes below the
/// application first, and the defaults over both: so the application's own sections keep the order that they have in a system without the
/// instrumentation. That order decides which of two serializers that claim one identifier has it. Akka leaves a configuration that has all of
/// Akka's own as it is, and sorts one that overrides a value of it anew (Config.WithFallback, 1.5.30). Immutable.
/// </summary>
internal sealed class InstrumentedConfig : Config
{
    private readonly Config _defaults;

    public InstrumentedConfig(Config defaults, Config application)
        : base(new HoconRoot(defaults.WithFallback(application.WithFallback(InstrumentationConfig.Reference)).Root))
    {
        _defaults = defaults;
        Application = application;
    }

    /// <summary>The same without what this library adds.</summary>
    public Config Application { get; }

    public override Config WithFallback(Config fallback) =>
        fallback.IsNullOrEmpty() || ReferenceEquals(fallback, Application) ? this : new InstrumentedConfig(_defaults, Application.WithFallback(fallback));

    /// <summary>Without what is below, as of any configuration.</summary>
    public override string ToString() => _defaults.ToString();
}
