using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// Implements <c>Explain</c>: evaluates the rules as a mailbox does, and reports for each whether it matched. Any thread; not for hot paths.
/// </summary>
internal sealed class Explainer(ExtendedActorSystem system, AkkaInstrumentationExtension instrumentation)
{
    private readonly InstrumentationSettings _settings = instrumentation.Settings;

    /// <param name="path">With or without the address.</param>
    /// <param name="message">The message's type.</param>
    public AkkaExplanation Explain(string path, Type message)
    {
        var local = LivingActors.WithoutAddress(path);
        var cell = LivingActors.CellAt(system, local);
        var actor = cell is null ? null : ActorTypeNames.ShownType(cell.Props);
        var rules = _settings.Rules.For(local, actor, cell is null ? null : PropsRuleEffect.Of(cell.Props));
        return new AkkaExplanation(
            local,
            actor is null ? null : TypeNames.Of(actor),
            TypeNames.Of(message),
            rules,
            rules.For(message),
            NotInstrumented(rules) ?? Off(_settings.TracingEnabled, "tracing.enabled") ?? OtherMailbox(cell) ?? OtherDispatcher(cell),
            NotInstrumented(rules) ?? Off(_settings.MetricsEnabled, "metrics.enabled") ?? OtherMailbox(cell),
            [.. _settings.Rules.Rules.Select(rule => $"{rule.Text} {(rule.WhyNot(local, actor, message) is { } why ? $"does not match: {why}" : "matches")}")],
            Whole(cell));
    }

    // The settings that are the same for all actors.
    private IReadOnlyList<string> Whole(ICell? cell)
    {
        var configuration = instrumentation.Control.Configuration;
        var (ratio, budget) = (configuration["tracing.sampling.ratio"], configuration["tracing.sampling.budget"]);
        var (kind, rate) = (configuration["metrics.distributions"], configuration["metrics.distributions-rate"]);
        var durations = _settings.MetricsDistributions == AkkaMessageDistributions.All
            ? $"durations = all: {kind.Origin}"
            : $"durations = adaptive: {kind.Origin}, {rate.Value} messages a second: {rate.Origin}";
        return
        [
            $"new traces = ratio {ratio.Value}: {ratio.Origin}, budget {budget.Value}: {budget.Origin}",
            $"filter = {(_settings.Filter is null ? "none" : "asked for each message that would get a span")}",
            OtherDispatcher(cell) is { } why ? $"durations = waiting time only: {why}" : durations,
        ];
    }

    private string? OtherDispatcher(ICell? cell) =>
        cell is ActorCell started && instrumentation.KnowsAsForeign(started.Dispatcher) ? "the actor's dispatcher is not an instrumented one" : null;

    private static string? OtherMailbox(ICell? cell) =>
        cell is ActorCell { Mailbox.MessageQueue: not IObservedQueue } ? "the actor's mailbox is not an instrumented one" : null;

    private static string? Off(bool enabled, string key) => enabled ? null : $"{SettingsReader.Root}.{key} = off";

    private string? NotInstrumented(ActorRules rules) =>
        _settings.SystemActors || rules.Kind != AkkaActorKind.System ? null : $"{SettingsReader.Root}.system-actors = off";
}
