using System.Globalization;
using System.Text;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>Writes options as HOCON. Options that are not set are not written.</summary>
internal static class OptionsHocon
{
    /// <param name="options">The options of one call.</param>
    /// <param name="call">Distinguishes the unnamed rules of this call from those of other calls.</param>
    /// <exception cref="ConfigurationException">Rules have invalid names. The message lists all of them.</exception>
    public static Config Read(AkkaInstrumentationOptions options, string call) => ConfigurationFactory.ParseString(Write(options, call));

    /// <param name="options">The options of one call.</param>
    /// <param name="call">Distinguishes the unnamed rules of this call from those of other calls.</param>
    public static string Write(AkkaInstrumentationOptions options, string call = "1")
    {
        var hocon = new StringBuilder();
        Append(hocon, "tracing.enabled", Text(options.Tracing.Enabled));
        Append(hocon, "tracing.sampling.ratio", Text(options.Tracing.Sampling.Ratio));
        Append(hocon, "tracing.sampling.budget", Text(options.Tracing.Sampling.Budget));
        Append(hocon, "tracing.sampling.unsampled-trace-ids", Text(options.Tracing.Sampling.UnsampledTraceIds));
        Append(hocon, "tracing.retroactive.errors", Text(options.Tracing.Retroactive.Errors));
        Append(hocon, "tracing.retroactive.slow-wait", Text(options.Tracing.Retroactive.SlowWait));
        Append(hocon, "tracing.retroactive.slow-work", Text(options.Tracing.Retroactive.SlowWork));
        Append(hocon, "tracing.retroactive.limit", Text(options.Tracing.Retroactive.Limit));
        Append(hocon, "tracing.content.enabled", Text(options.Tracing.Content.Enabled));
        Append(hocon, "tracing.content.max-length", Text(options.Tracing.Content.MaxLength));
        Append(hocon, "tracing.exceptions.enabled", Text(options.Tracing.Exceptions.Enabled));
        Append(hocon, "tracing.exceptions.max-length", Text(options.Tracing.Exceptions.MaxLength));
        Append(hocon, "tracing.messaging-attributes", Text(options.Tracing.MessagingAttributes));
        Append(hocon, "tracing.remote", Text(options.Tracing.Remote));
        Append(hocon, "metrics.enabled", Text(options.Metrics.Enabled));
        Append(hocon, "metrics.distributions", Text(options.Metrics.Distributions));
        Append(hocon, "metrics.distributions-rate", Text(options.Metrics.DistributionsRate));
        Append(hocon, "metrics.max-actor-types", Text(options.Metrics.MaxActorTypes));
        Append(hocon, "metrics.max-message-types", Text(options.Metrics.MaxMessageTypes));
        Append(hocon, "pressure.enabled", Text(options.Pressure.Enabled));
        Append(hocon, "pressure.growing-for", Text(options.Pressure.GrowingFor));
        Append(hocon, "pressure.min-depth", Text(options.Pressure.MinDepth));
        Append(hocon, "pressure.reports-per-minute", Text(options.Pressure.ReportsPerMinute));
        Append(hocon, "blocking.enabled", Text(options.Blocking.Enabled));
        Append(hocon, "blocking.threshold", Text(options.Blocking.Threshold));
        Append(hocon, "blocking.reports-per-minute", Text(options.Blocking.ReportsPerMinute));
        Append(hocon, "system-actors", Text(options.SystemActors));
        Append(hocon, "dispatchers", options.Dispatchers);
        RulesHocon.Append(hocon, options.Rules, call);
        return hocon.ToString();
    }

    private static string? Text(bool? value) => RuleEffectHocon.Switch(value);

    private static string? Text(double? value) => value switch
    {
        null => null,
        double.PositiveInfinity => "off",
        _ => value.Value.ToString("R", CultureInfo.InvariantCulture),
    };

    private static string? Text(int? value) => value?.ToString(CultureInfo.InvariantCulture);

    private static string? Text(TimeSpan? value) =>
        value is null ? null
        : value == Timeout.InfiniteTimeSpan ? "off"
        : string.Create(CultureInfo.InvariantCulture, $"{value.Value.TotalMilliseconds:0.###}ms");

    // A value outside of the enumeration is written as its number, which the reader refuses.
    private static string? Text(AkkaMessageDistributions? value) => value switch
    {
        null => null,
        AkkaMessageDistributions.Adaptive => "adaptive",
        AkkaMessageDistributions.All => "all",
        _ => value.Value.ToString("D"),
    };

    private static string? Text(AkkaUnsampledTraceIds? value) => value switch
    {
        null => null,
        AkkaUnsampledTraceIds.Adaptive => "adaptive",
        AkkaUnsampledTraceIds.Always => "always",
        AkkaUnsampledTraceIds.Never => "never",
        _ => value.Value.ToString("D"),
    };

    private static string? Text(AkkaRemoteTracing? value) => value switch
    {
        null => null,
        AkkaRemoteTracing.Negotiated => "negotiated",
        AkkaRemoteTracing.Always => "always",
        AkkaRemoteTracing.Off => "off",
        _ => value.Value.ToString("D"),
    };

    private static void Append(StringBuilder hocon, string key, string? value)
    {
        if (value is not null)
        {
            hocon.Append(SettingsReader.Root).Append('.').Append(key).Append(" = ").AppendLine(value);
        }
    }

    private static void Append(StringBuilder hocon, string key, IReadOnlyList<string>? values)
    {
        if (values is not null)
        {
            var quoted = values.Select(value => HoconText.Quoted(value ?? ""));
            hocon.Append(SettingsReader.Root).Append('.').Append(key).Append(" = [").AppendJoin(", ", quoted).AppendLine("]");
        }
    }
}
