using Akka.Actor;
using Akka.Configuration;
using Akka.Configuration.Hocon;
using Akka.Dispatch;

namespace AkkaInstrumentation;

/// <summary>
/// An application's configuration with the instrumented defaults above it and <c>reference.conf</c> below it. A fallback is put below the
/// application first, and the defaults above both. So the application's sections keep the order that they have without the instrumentation. If
/// two serializers claim one identifier, that order decides which one gets it. Akka does not change a configuration that contains all of Akka's
/// own keys. It re-sorts a configuration that overrides one of Akka's values (<c>Config.WithFallback</c>, Akka 1.5.71). Immutable.
/// </summary>
internal sealed class InstrumentedConfig : Config
{
    // A substitution can make a section part of itself.
    private const int MaxDepth = 20;

    private readonly Config _defaults;

    public InstrumentedConfig(Config defaults, Config application)
        : base(new HoconRoot(Merge(defaults, application.WithFallback(AkkaInstrumentationConfig.Reference)).Root)) =>
        (_defaults, Application) = (defaults, application);

    /// <summary>The configuration without the additions of this library.</summary>
    public Config Application { get; }

    /// <inheritdoc cref="IConfigurationReader.EnsureReference"/>
    public static Config EnsureReference(Settings settings)
    {
        var application = settings.Config;
        if (AkkaInstrumentationConfig.IsPartOf(application))
        {
            return application is InstrumentedConfig instrumented ? instrumented.Application : application;
        }

        // This call makes Akka create its serializers again. Akka merges the fallback first, so the fallback contains the existing
        // configuration in its existing order: if two serializers claim one identifier, the same one gets it as before.
        settings.InjectTopLevelFallback(AkkaInstrumentationConfig.Reference.WithFallback(application));
        return application;
    }

    /// <summary>This configuration with more defaults above the present ones.</summary>
    public InstrumentedConfig With(Config above) => new(above.WithFallback(_defaults), Application);

    public override Config WithFallback(Config fallback) =>
        fallback.IsNullOrEmpty() || ReferenceEquals(fallback, Application)
            ? this : new InstrumentedConfig(_defaults, Application.WithFallback(fallback));

    /// <summary>Without fallbacks, like any configuration.</summary>
    public override string ToString() => _defaults.ToString();

    // The application's own mailboxes take precedence, so the defaults never replace one by a mailbox that behaves differently.
    private static Config Merge(Config defaults, Config application)
    {
        var own = application.IsNullOrEmpty() ? new HoconObject() : OwnMailboxes(application.Root, "", depth: 0);
        return (own.Items.Count == 0 ? Empty : HoconTree.Config(own)).WithFallback(defaults).WithFallback(application);
    }

    // A section whose type has a counterpart gets the counterpart's type and keeps all of its other keys. A section with another type stays as it is,
    // even if the instrumented defaults have a type for it; it is reported when an actor uses it.
    private static HoconObject OwnMailboxes(HoconValue section, string path, int depth)
    {
        var over = new HoconObject();
        foreach (var (key, value) in section.GetObject().Items)
        {
            if (key == MailboxCounterpart.TypeKey && value.IsString() && value.GetString() is { } type)
            {
                // a key "inner" belongs to the application's type
                var counterpart = MailboxCounterpart.Find(type) is { } known
                    && (known.Inner is null || section.GetChildObject(MailboxCounterpart.InnerKey) is null) ? known : null;
                over.Items[key] = HoconTree.Create(counterpart?.TypeName ?? type);
                if (counterpart?.Inner is { } inner)
                {
                    over.Items[MailboxCounterpart.InnerKey] = HoconTree.Create(inner);
                }
            }
            else if (value.IsObject() && depth < MaxDepth && $"{path}{key}" != InstrumentationSettings.Root
                && OwnMailboxes(value, $"{path}{key}.", depth + 1) is { Items.Count: > 0 } below)
            {
                over.Items[key] = HoconTree.Create(below);
            }
        }

        return over;
    }
}

/// <summary>
/// The instrumented defaults for one application. Akka creates its default and its internal dispatcher before it loads this library. So these two
/// have to be instrumented in HOCON, and the settings that their original type implies have to be kept.
/// </summary>
internal static class InstrumentedDefaults
{
    /// <summary>An alias may lead to an alias, so many times.</summary>
    public const int MaxAliases = 20;

    /// <summary>The dispatchers that Akka makes before it loads extensions.</summary>
    public static IReadOnlyList<string> Early { get; } = [Dispatchers.DefaultDispatcherId, "akka.actor.internal-dispatcher"];

    /// <summary>They alone, for an application without a configuration.</summary>
    public static InstrumentedConfig Alone() => new(AkkaInstrumentationConfig.DefaultsAlone, Config.Empty);

    /// <summary>What is put above an application's configuration, without that configuration.</summary>
    public static InstrumentedConfig Over(Config application) => new(For(application), Config.Empty);

    private static Config For(Config application)
    {
        var mailboxes = HoconTree.Leaves(AkkaInstrumentationConfig.DefaultsAlone.Root)
            .Where(leaf => !Early.Any(id => leaf.Key.StartsWith($"{id}.", StringComparison.Ordinal)))
            .Select(leaf => $"{leaf.Key} = \"{leaf.Value.GetString()}\"");
        var dispatchers = Early.Select(id => Target(application, id)).Distinct().SelectMany(id => Lines(application, id));
        return ConfigurationFactory.ParseString(string.Join('\n', [.. mailboxes, .. dispatchers]));
    }

    /// <summary>Follows aliases (a string instead of a section) to the section. Null when there is none.</summary>
    public static string? Resolve(Config config, string id, int depth = 0) =>
        depth == MaxAliases || config.GetValue(id) is not { } value ? null
        : value.IsObject() ? id
        : value.IsString() && value.GetString() is { Length: > 0 } target ? Resolve(config, target, depth + 1)
        : null;

    // A configurator of the application's own does not change.
    private static IEnumerable<string> Lines(Config application, string id) =>
        DispatcherCounterpart.Find((application.IsNullOrEmpty() ? null : application.GetString($"{id}.type")) ?? "Dispatcher") is not { } counterpart
            ? []
        : counterpart.Executor is { } executor ? [$"{id}.type = \"{counterpart.TypeName}\"", $"{id}.executor = {executor}"]
        : [$"{id}.type = \"{counterpart.TypeName}\""];

    // An alias stays an alias. Its target is instrumented instead; that may be one of Akka's own sections, without a value in the application's
    // configuration.
    private static string Target(Config application, string id) =>
        application.IsNullOrEmpty() ? id
        : Resolve(application, id) is { } section ? section
        : application.GetValue(id) is { } value && value.IsString() && value.GetString() is { Length: > 0 } alias ? alias
        : id;
}
