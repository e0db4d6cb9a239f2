using Akka.Actor.Setup;
using Akka.Configuration;
using Akka.Configuration.Hocon;
using Akka.DependencyInjection;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;

namespace AkkaInstrumentation;

/// <summary>
/// Options of the host's service collection. Options with the actor system's name take precedence over options without a name. They are code, so they
/// take precedence over appsettings.json and HOCON.
/// </summary>
internal sealed class OptionsSource() : SettingsSource(SettingsLayer.Code)
{
    // null where the services know no options
    private IOptionsMonitor<AkkaInstrumentationOptions>? _options;
    private IConfiguration? _configuration;

    /// <summary>Returns the options of one call as a layer of settings, without those that are not set.</summary>
    /// <param name="options">The options of one call.</param>
    /// <param name="call">Distinguishes the unnamed rules of this call from those of other calls.</param>
    /// <exception cref="ConfigurationException">Rules have invalid names. The message lists all of them.</exception>
    public static Config Read(AkkaInstrumentationOptions options, string call)
    {
        var tracing = OptionsTree.Read(options.Tracing)
            .With("sampling", OptionsTree.Read(options.Tracing.Sampling))
            .With("retroactive", OptionsTree.Read(options.Tracing.Retroactive))
            .With("content", OptionsTree.Read(options.Tracing.Content))
            .With("exceptions", OptionsTree.Read(options.Tracing.Exceptions));
        return HoconTree.Config(InstrumentationSettings.Root, OptionsTree.Read(options)
            .With("tracing", tracing)
            .With("metrics", OptionsTree.Read(options.Metrics))
            .With("pressure", OptionsTree.Read(options.Pressure))
            .With("blocking", OptionsTree.Read(options.Blocking))
            .With(RuleKeys.Section, RulesOf(options.Rules, call)));
    }

    /// <summary>Akka.Hosting gives the host's services to each of its systems.</summary>
    public override void Start(ActorSystemSetup setup)
    {
        var services = setup.Get<DependencyResolverSetup>() is { HasValue: true, Value.DependencyResolver: { } resolver } ? resolver : null;
        _options = services?.GetService<IOptionsMonitor<AkkaInstrumentationOptions>>();
        _configuration = services?.GetService<IConfiguration>();
    }

    /// <summary>The SDK reads its variables from the same configuration.</summary>
    public override Func<string, string?>? Variables => _configuration is { } configuration ? key => configuration[key] : null;

    public override IDisposable? Watch(string system, Action changed) => _options?.OnChange((_, name) =>
    {
        if (string.IsNullOrEmpty(name) || name == system)
        {
            changed();
        }
    });

    public override SpanCallbacks? Callbacks(string system) => _options?.Get(system).Tracing.Callbacks.Over(_options.CurrentValue.Tracing.Callbacks);

    protected override Config Values(string system)
    {
        try
        {
            return _options is null ? Config.Empty : Read(_options.Get(system), "named").WithFallback(Read(_options.CurrentValue, "services"));
        }
        catch (Exception e) when (e is not ConfigurationException)
        {
            // Code that configures or validates the options may throw anything. A binder that cannot convert a value throws too.
            throw new ConfigurationException($"{nameof(AkkaInstrumentationOptions)} is not valid: {e.Message}", e);
        }
    }

    // Values are checked when the settings are read. Names are checked here, because they become keys.
    private static HoconObject RulesOf(IList<AkkaMessageRule> rules, string call)
    {
        var problems = new SettingsProblems();
        var sections = new HoconObject();
        for (var i = 0; i < rules.Count; i++)
        {
            var name = rules[i]?.Name ?? $"code-{call}-{i + 1}";
            var problem = rules[i] is null ? " is null"
                : !HoconTree.IsPlainKey(name) ? $".Name = {name}, allowed are letters, digits, - and _"
                : sections.Items.ContainsKey(name) ? $".Name = {name} is the name of another rule too"
                : null;
            if (problem is not null)
            {
                problems.Add($"Rules[{i}]", problem);
                continue;
            }

            var section = OptionsTree.Read(rules[i]);
            section.Items.Remove("name");
            sections.Items.Add(name, HoconTree.Create(section));
        }

        problems.ThrowIfAny($"{nameof(AkkaInstrumentationOptions)} is");
        return sections;
    }
}
