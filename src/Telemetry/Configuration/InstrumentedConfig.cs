using Akka.Configuration;
using Akka.Configuration.Hocon;

namespace AkkaInstrumentation;

/// <summary>
/// An application's configuration with the instrumented defaults above it and <c>reference.conf</c> below it. A fallback is put below the
/// application first, and the defaults above both. So the application's sections keep the order that they have without the instrumentation. If
/// two serializers claim one identifier, that order decides which one gets it. Akka does not change a configuration that contains all of Akka's
/// own keys. It re-sorts a configuration that overrides one of Akka's values (<c>Config.WithFallback</c>, Akka 1.5.71). Immutable.
/// </summary>
internal sealed class InstrumentedConfig : Config
{
    private readonly Config _defaults;

    public InstrumentedConfig(Config defaults, Config application)
        : base(new HoconRoot(Merge(defaults, application.WithFallback(AkkaInstrumentationConfig.Reference)).Root))
    {
        _defaults = defaults;
        Application = application;
    }

    /// <summary>The configuration without the additions of this library.</summary>
    public Config Application { get; }

    /// <summary>This configuration with more defaults above the present ones.</summary>
    public InstrumentedConfig With(Config above) => new(above.WithFallback(_defaults), Application);

    public override Config WithFallback(Config fallback) =>
        fallback.IsNullOrEmpty() || ReferenceEquals(fallback, Application) ? this : new InstrumentedConfig(_defaults, Application.WithFallback(fallback));

    // The application's own mailboxes come first: the defaults replace none of them by one that behaves in another way.
    private static Config Merge(Config defaults, Config application) => OwnMailboxes.For(application).WithFallback(defaults).WithFallback(application);

    /// <summary>Without fallbacks, like any configuration.</summary>
    public override string ToString() => _defaults.ToString();
}
