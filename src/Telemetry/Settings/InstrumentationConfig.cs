using System.Diagnostics.CodeAnalysis;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>The defaults of all settings under <c>akka.instrumentation</c>, and the ids that they define.</summary>
public static class InstrumentationConfig
{
    /// <summary>Id of the instrumented unbounded mailbox, for <c>Props.WithMailbox</c> and deployment sections.</summary>
    public const string UnboundedMailboxId = "akka.instrumentation.mailbox.unbounded";

    /// <summary>Id of the instrumented unbounded deque mailbox, which actors that stash need.</summary>
    public const string UnboundedDequeMailboxId = "akka.instrumentation.mailbox.unbounded-deque-based";

    /// <summary>Id of the instrumented bounded mailbox; bounds that it does not set are those of <c>akka.actor.mailbox.bounded-queue-based</c>.</summary>
    public const string BoundedMailboxId = "akka.instrumentation.mailbox.bounded";

    /// <summary>Id of the instrumented bounded deque mailbox; bounds that it does not set are those of <c>akka.actor.mailbox.bounded-deque-based</c>.</summary>
    public const string BoundedDequeMailboxId = "akka.instrumentation.mailbox.bounded-deque-based";

    /// <summary>Id of the instrumented mailbox that gives control messages first.</summary>
    public const string UnboundedControlAwareMailboxId = "akka.instrumentation.mailbox.unbounded-control-aware";

    /// <summary>Id of the instrumented bounded mailbox that gives control messages first; bounds that it does not set are those of <c>akka.actor.default-mailbox</c>.</summary>
    public const string BoundedControlAwareMailboxId = "akka.instrumentation.mailbox.bounded-control-aware";

    /// <summary>Id of the instrumented mailbox for loggers.</summary>
    public const string LoggerMailboxId = "akka.instrumentation.mailbox.logger";

    /// <summary>Id of the instrumented dispatcher; its executor and throughput are those of the default dispatcher.</summary>
    public const string DispatcherId = "akka.instrumentation.dispatcher.default";

    /// <summary>Id of the instrumented pinned dispatcher: each actor gets a thread of its own.</summary>
    public const string PinnedDispatcherId = "akka.instrumentation.dispatcher.pinned";

    /// <summary>
    /// The embedded <c>reference.conf</c>: every key under <c>akka.instrumentation</c> with its default, and the ids above.
    /// <see cref="Defaults"/> and <see cref="DefaultsFor"/> bring it along. To a system that has none of it the instrumentation adds it when
    /// it starts, which makes Akka make its serializers anew. A system that uses the ids before that (no instrumented default
    /// mailbox, no <see cref="InstrumentationProvider"/> among its extensions), or that adds serializers in code, has it as a fallback:
    /// <c>myConfig.WithFallback(InstrumentationConfig.Reference)</c>.
    /// </summary>
    public static Config Reference { get; } = Embedded("reference.conf");

    /// <summary>The embedded <c>defaults.conf</c> and nothing else.</summary>
    internal static Config DefaultsAlone { get; } = Embedded("defaults.conf");

    /// <summary>
    /// Makes the instrumented mailboxes and dispatchers the defaults of a whole system, and makes the ids known to it:
    /// <c>InstrumentationConfig.Defaults.WithFallback(myConfig)</c>. Akka.Hosting users call <c>WithInstrumentation</c>.
    /// </summary>
    public static Config Defaults { get; } = Over(DefaultsAlone);

    /// <summary>
    /// <see cref="Defaults"/> for an application whose default or internal dispatcher has a type of its own or is an alias:
    /// the instrumented counterpart of that type, with the executor that the type implies; an alias stays one; a
    /// configurator of the application's own stays too. Otherwise the same as <see cref="Defaults"/>.
    /// </summary>
    /// <param name="application">The application's configuration.</param>
    /// <returns>What goes over it: <c>InstrumentationConfig.DefaultsFor(config).WithFallback(config)</c>.</returns>
    public static Config DefaultsFor(Config application)
    {
        ArgumentNullException.ThrowIfNull(application);
        return Over(InstrumentedDefaults.For(application));
    }

    /// <summary>Whether every key and id of <see cref="Reference"/> has a value in a configuration.</summary>
    internal static bool IsPartOf(Config config) => HoconValues.HasEveryKeyOf(config.Root, Reference.Root);

    private static InstrumentedConfig Over(Config defaults) => new(defaults, Config.Empty);

    // What the HOCON names is in an assembly above and must be there in a trimmed program as well.
    [DynamicDependency("All", "AkkaInstrumentation.InstrumentedMailboxes", "AkkaInstrumentation.Mailbox")]
    private static Config Embedded(string name) =>
        ConfigurationFactory.FromResource($"AkkaInstrumentation.{name}", typeof(InstrumentationConfig).Assembly);
}
