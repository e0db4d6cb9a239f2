using System.Runtime.CompilerServices;
using Akka.Actor;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// What an actor's Props say, in the configuration of their <see cref="Deploy"/>: that goes along with them to routees,
/// through serializers and to other machines.
/// </summary>
internal static class PropsTreatment
{
    public const string Section = "instrumentation";

    // Most actors share their Props with others; a configuration lives as long as they do.
    private static readonly ConditionalWeakTable<Config, Treatment> Read = [];

    /// <summary>Null when the Props say nothing. Asked once for each actor.</summary>
    public static Treatment? Of(Props props)
    {
        var config = props.Deploy?.Config;
        if (config.IsNullOrEmpty() || !config!.HasPath(Section))
        {
            return null;
        }

        return Read.TryGetValue(config, out var read) ? read : Read.GetValue(config, static config => ReadAny(config));
    }

    /// <param name="config">Has the section.</param>
    /// <param name="problems">Gets what is wrong.</param>
    public static Treatment ReadFrom(Config config, List<string> problems) =>
        new RuleSection(Section, config.GetValue(Section), problems, PortableText.Decode).ReadTreatment();

    /// <summary>The configuration of Props that say more than before. Flat, since of a fallback Akka sends nothing.</summary>
    /// <param name="said">What is added, as HOCON.</param>
    /// <param name="before">The configuration so far.</param>
    public static Config Add(string said, Config? before)
    {
        var earlier = before.IsNullOrEmpty() || !before!.HasPath(Section) || !before.GetValue(Section).IsObject() ? "" : HoconText.Inner(before.GetValue(Section));
        var added = ConfigurationFactory.ParseString($"{Section} {{\n{earlier}\n{said}\n}}");
        var isOnlyOurs = before.IsNullOrEmpty() || (before!.Root.IsObject() && before.Root.GetObject().Items.Keys.All(key => key == Section));
        return isOnlyOurs ? added : added.WithFallback(before);
    }

    // The call that made them has checked them. What comes from another version of this library must not stop an actor:
    // what can be understood holds.
    private static Treatment ReadAny(Config config)
    {
        var problems = new List<string>();
        var says = ReadFrom(config, problems);
        if (problems.Count > 0)
        {
            TelemetryFault.Report(TelemetryFault.Rule, new ConfigurationException($"Props: {string.Join("; ", problems)}."));
        }

        return says;
    }
}
