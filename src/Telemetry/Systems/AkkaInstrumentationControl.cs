using System.Globalization;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>
/// Changes the instrumentation of one actor system while it runs, without a restart. Changes made here take precedence over code,
/// appsettings.json and HOCON. A change applies as a whole, or not at all if any part of it is wrong. Mailboxes
/// apply it at their next run. Counts continue. After the actor system's end, a change is only checked. Any thread.
/// It is in the service collection when Akka.Hosting is used, and otherwise in <see cref="AkkaInstrumentationExtension.Control"/>.
/// </summary>
public sealed class AkkaInstrumentationControl
{
    internal AkkaInstrumentationControl(AkkaInstrumentationExtension extension, ISettingsInForce settings) =>
        (Extension, InForce) = (extension, settings);

    /// <summary>Whether spans start. HOCON: <c>tracing.enabled</c>.</summary>
    public bool TracingEnabled
    {
        get => Extension.Settings.TracingEnabled;
        set => Change($"tracing.enabled = {RuleKeys.Word(value)}");
    }

    /// <summary>Whether messages are counted and timed. HOCON: <c>metrics.enabled</c>.</summary>
    public bool MetricsEnabled
    {
        get => Extension.Settings.MetricsEnabled;
        set => Change($"metrics.enabled = {RuleKeys.Word(value)}");
    }

    /// <summary>Share of the new traces, 0 to 1. It is 1 while it is adaptive. HOCON: <c>tracing.sampling.ratio</c>.</summary>
    /// <exception cref="ConfigurationException">The new value is not allowed.</exception>
    public double SamplingRatio
    {
        get => Extension.Settings.SampledShare;
        set => Change($"tracing.sampling.ratio = {Text(value)}");
    }

    /// <summary>
    /// Spans per second; <see cref="double.PositiveInfinity"/> for no limit. HOCON: <c>tracing.sampling.budget</c>.
    /// </summary>
    /// <exception cref="ConfigurationException">The new value is not allowed.</exception>
    public double SamplingBudget
    {
        get => Extension.Settings.TracingSamplingBudget;
        set => Change($"tracing.sampling.budget = {(double.IsPositiveInfinity(value) ? "off" : Text(value))}");
    }

    /// <summary>Every setting in force, with its origin.</summary>
    public AkkaEffectiveConfiguration Configuration => InForce.Configuration;

    internal SystemMetrics Metrics => Extension.Metrics;

    internal AkkaInstrumentationExtension Extension { get; }

    internal ISettingsInForce InForce { get; }

    /// <summary>
    /// Changes any settings: <c>tracing.sampling.ratio = 0.1</c>, <c>rules.carts { path = "/user/carts/**", trace = never }</c>.
    /// Adds to earlier changes. The value <c>null</c> for a rule removes the rule.
    /// </summary>
    /// <param name="hocon">Keys below <c>akka.instrumentation</c>, with or without that prefix.</param>
    /// <exception cref="ConfigurationException">
    /// The text is not HOCON, or it contains unknown keys, values that are not allowed, or settings that only a start can change. The message lists
    /// all problems. No setting has changed.
    /// </exception>
    public void Change(string hocon)
    {
        ArgumentNullException.ThrowIfNull(hocon);
        InForce.Change(hocon);
    }

    /// <summary>Removes all changes that were made here. The configuration applies again. What was selected for a limited time continues.</summary>
    public void Reset() => InForce.Reset();

    private static string Text(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
