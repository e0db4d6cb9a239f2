using System.Diagnostics.CodeAnalysis;
using Akka.Configuration;

namespace AkkaInstrumentation;

/// <summary>The defaults of all settings under <c>akka.instrumentation</c>, and the ids defined there.</summary>
public static class AkkaInstrumentationConfig
{
    /// <summary>
    /// Id of an instrumented mailbox that keeps the order and the capacity that the actor's mailbox would have without it. For
    /// <c>Props.WithMailbox</c> and deployment sections, not for requirements or the default mailbox.
    /// </summary>
    public const string DefaultMailboxId = "akka.instrumentation.mailbox.default";

    /// <summary>Id of the instrumented unbounded mailbox, for <c>Props.WithMailbox</c> and deployment sections.</summary>
    public const string UnboundedMailboxId = "akka.instrumentation.mailbox.unbounded";

    /// <summary>Id of the instrumented unbounded deque mailbox, which actors with a stash need.</summary>
    public const string UnboundedDequeMailboxId = "akka.instrumentation.mailbox.unbounded-deque-based";

    /// <summary>
    /// Id of the instrumented bounded mailbox. Bounds that it does not set come from <c>akka.actor.mailbox.bounded-queue-based</c>.
    /// </summary>
    public const string BoundedMailboxId = "akka.instrumentation.mailbox.bounded";

    /// <summary>
    /// Id of the instrumented bounded deque mailbox. Bounds that it does not set come from <c>akka.actor.mailbox.bounded-deque-based</c>.
    /// </summary>
    public const string BoundedDequeMailboxId = "akka.instrumentation.mailbox.bounded-deque-based";

    /// <summary>Id of the instrumented mailbox for loggers.</summary>
    public const string LoggerMailboxId = "akka.instrumentation.mailbox.logger";

    /// <summary>Id of the instrumented dispatcher. Its executor and throughput are those of the default dispatcher.</summary>
    public const string DispatcherId = "akka.instrumentation.dispatcher.default";

    /// <summary>Id of the instrumented pinned dispatcher: each actor has its own thread.</summary>
    public const string PinnedDispatcherId = "akka.instrumentation.dispatcher.pinned";

    /// <summary>
    /// The embedded <c>reference.conf</c>: every key under <c>akka.instrumentation</c> with its default, and the ids above.
    /// <see cref="Defaults"/> and <see cref="WithAkkaInstrumentation"/> contain it. If a system lacks it, the instrumentation adds it at the
    /// start, and Akka then creates its serializers again. Add it yourself as a fallback in two cases: if the system uses the ids earlier (it has
    /// no instrumented default mailbox or dispatcher, and no <see cref="AkkaInstrumentationProvider"/> among its extensions), or if it adds
    /// serializers in code: <c>myConfig.WithFallback(AkkaInstrumentationConfig.Reference)</c>.
    /// </summary>
    public static Config Reference { get; } = Embedded("reference.conf");

    /// <summary>The embedded <c>defaults.conf</c> alone.</summary>
    internal static Config DefaultsAlone { get; } = Embedded("defaults.conf");

    /// <summary>
    /// The configuration for a system without settings of its own: it makes the instrumented mailboxes and dispatchers the defaults and defines the
    /// ids. If you have a configuration, call <see cref="WithAkkaInstrumentation"/> on it; users of Akka.Hosting call <c>WithInstrumentation</c>.
    /// </summary>
    public static Config Defaults { get; } = ConfigurationReading.Reader.DefaultsOver(application: null);

    /// <summary>
    /// Instruments a whole system by its configuration: the instrumented mailboxes and dispatchers become the defaults, the ids are defined, and
    /// all other settings stay. A <c>type</c> of Akka's that the configuration sets for its default or internal dispatcher is replaced by its
    /// instrumented counterpart, with the executor that the type implies. An alias stays an alias, and a configurator of the application's own stays.
    /// </summary>
    /// <param name="config">The application's whole configuration.</param>
    /// <returns>The configuration to start the system with: <c>ActorSystem.Create("shop", config.WithAkkaInstrumentation())</c>.</returns>
    public static Config WithAkkaInstrumentation(this Config config)
    {
        ArgumentNullException.ThrowIfNull(config);
        return DefaultsOver(config).WithFallback(config);
    }

    /// <summary>The values that <see cref="WithAkkaInstrumentation"/> puts above an application's configuration, without that
    /// configuration.</summary>
    internal static Config DefaultsOver(Config application) => ConfigurationReading.Reader.DefaultsOver(application);

    /// <summary>Whether a configuration has a value for every key and id of <see cref="Reference"/>.</summary>
    internal static bool IsPartOf(Config config) => HoconTree.Leaves(Reference.Root).All(leaf => config.HasPath(leaf.Key));

    // The types that the HOCON names are in an assembly above. A trimmed program must keep them.
    [DynamicDependency("All", "AkkaInstrumentation.InstrumentedMailboxes", "AkkaInstrumentation.Mailbox")]
    private static Config Embedded(string name) =>
        ConfigurationFactory.FromResource($"AkkaInstrumentation.{name}", typeof(AkkaInstrumentationConfig).Assembly);
}
