using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Reads <c>akka.instrumentation</c> into settings and reports all problems at once.</summary>
internal static class SettingsReader
{
    private const string Root = InstrumentationSettings.Root;

    /// <param name="layers">All sources of settings.</param>
    /// <param name="now">The settings in force, some of which cannot change; null at the start.</param>
    /// <exception cref="ConfigurationException">Unknown keys or values that are not allowed. The message lists all of them.</exception>
    public static InstrumentationSettings Read(SettingsLayers layers, InstrumentationSettings? now = null)
    {
        if (layers.Merged.GetValue(Root)?.IsObject() != true)
        {
            throw SettingsProblems.Error("it is a value, allowed is a section");
        }

        var problems = new SettingsProblems(layers);
        UnknownKeys.Report(layers, problems);
        var settings = SettingsTable<InstrumentationSettings>.Read(
            new() { Filter = layers.Filter }, Root, key => layers.Merged.GetValue($"{Root}.{key}"), problems);
        UnknownAttributes.Report(settings.MetricsExcludedAttributes, problems);
        settings = settings with
        {
            Rules = RuleReader.Read(layers, settings.SystemActors, problems),
            Details = DetailsOf(settings, layers),
            Callbacks = layers.Callbacks,
        };

        // Settings of the whole system come first.
        foreach (var row in SettingsTable<InstrumentationSettings>.Rows.OrderBy(row => row.Key.Contains('.', StringComparison.Ordinal)))
        {
            if (now is not null && row.IsFixed && row.Differs(settings, now))
            {
                problems.Add($"{Root}.{row.Key}", " cannot be changed while the actor system runs");
            }
        }

        problems.ThrowIfAny($"{Root} is");
        return settings;
    }

    // Null when nothing is added, so that no check is needed for a span.
    private static SpanDetails? DetailsOf(InstrumentationSettings settings, SettingsLayers layers)
    {
        var length = settings.TracingContentEnabled ? settings.TracingContentMaxLength : 0;
        var code = layers.Callbacks;
        return length == 0 && code.Enricher is null ? null : new SpanDetails(length, code.Redactor, code.Enricher, layers.SystemName);
    }
}
