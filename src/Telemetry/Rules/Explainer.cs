using Akka.Actor;
using Akka.Routing;

namespace AkkaInstrumentation;

/// <summary>Answers <c>Explain</c>: asks the rules as a mailbox would and tells of each whether it matched. Any thread; not for hot paths.</summary>
internal sealed class Explainer(ExtendedActorSystem system, InstrumentationSettings settings)
{
    /// <param name="path">With or without the address.</param>
    /// <param name="message">The message's type.</param>
    /// <param name="props">What the actor's Props say.</param>
    public Explanation Explain(string path, Type message, Treatment? props = null)
    {
        var local = WithoutAddress(path);
        var cell = CellAt(local);
        var actor = cell is null ? null : TypeOf(cell.Props);
        return new Explanation(
            local,
            actor is null ? null : TypeNames.Of(actor),
            TypeNames.Of(message),
            settings.Rules.Resolve(local, actor, message, props),
            NotInstrumented(local) ?? Off(settings.TracingEnabled, "tracing.enabled") ?? OtherMailbox(cell),
            NotInstrumented(local) ?? Off(settings.MetricsEnabled, "metrics.enabled") ?? OtherMailbox(cell),
            [.. settings.Rules.Rules.Select(rule => $"{rule.Text} {(rule.WhyNot(local, actor, message) is { } why ? $"does not match: {why}" : "matches")}")]);
    }

    private static string? OtherMailbox(ActorCell? cell) =>
        cell is null or { Mailbox.MessageQueue: IRecordedQueue } ? null : "the actor's mailbox is not an instrumented one";

    private static string? Off(bool enabled, string key) => enabled ? null : $"{SettingsReader.Root}.{key} = off";

    private string? NotInstrumented(string path) => settings.SystemActors || (path.StartsWith("/user/", StringComparison.Ordinal) && path.Length > "/user/".Length)
        ? null
        : $"{SettingsReader.Root}.system-actors = off";

    private ActorCell? CellAt(string path) =>
        system.Provider.ResolveActorRef(new RootActorPath(system.Provider.DefaultAddress) / path[1..].Split('/')) is ActorRefWithCell { Underlying: ActorCell cell }
            ? cell
            : null;

    // what the rules know the actor by is the type of its Props; a router's is its kind
    private static Type TypeOf(Props props) => props.RouterConfig is null or NoRouter ? props.Type : props.RouterConfig.GetType();

    private static string WithoutAddress(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        var local = path.StartsWith('/') ? path : ActorPath.TryParse(path, out var parsed) ? parsed.ToStringWithoutAddress() : null;
        return local is { Length: > 1 } && !local.Contains("//", StringComparison.Ordinal) && !local.EndsWith('/')
            ? local
            : throw new ArgumentException($"'{path}' is no actor path such as /user/orders.", nameof(path));
    }
}
