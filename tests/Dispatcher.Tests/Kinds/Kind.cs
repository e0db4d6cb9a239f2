namespace AkkaInstrumentation.Tests.Kinds;

/// <summary>The dispatchers that Akka's HOCON can describe, each as a section that an application would write.</summary>
internal sealed record Kind(string Section, Kind.On Threads)
{
    public const string Id = "my.dispatchers.mine";

    private static readonly Dictionary<string, Kind> All = new()
    {
        ["default executor"] = new("type = Dispatcher, executor = default-executor", On.Pool),
        ["thread-pool executor"] = new("type = Dispatcher, executor = thread-pool-executor", On.Pool),
        ["fork-join executor"] = new(
            "type = Dispatcher, executor = fork-join-executor, dedicated-thread-pool { thread-count = 3, threadtype = background }", On.Three),
        ["task executor"] = new("type = Dispatcher, executor = task-executor", On.Pool),
        ["channel executor"] = new("type = Dispatcher, executor = channel-executor", On.Shared),
        ["no type"] = new("executor = fork-join-executor, dedicated-thread-pool { thread-count = 3, threadtype = background }", On.Three),
        ["no executor"] = new("type = Dispatcher", On.Pool),
        ["TaskDispatcher"] = new("type = TaskDispatcher", On.Pool),
        ["ForkJoinDispatcher"] = new("type = ForkJoinDispatcher, dedicated-thread-pool { thread-count = 3, threadtype = background }", On.Three),
        ["PinnedDispatcher"] = new("type = PinnedDispatcher", On.OneEach),
        ["PinnedDispatcherConfigurator"] = new("type = \"Akka.Dispatch.PinnedDispatcherConfigurator\"", On.OneEach),
        ["DispatcherConfigurator, with its assembly"] = new("type = \"Akka.Dispatch.DispatcherConfigurator, Akka\"", On.Pool),
        ["pinned, named"] = new($$"""type = "{{typeof(InstrumentedPinnedDispatcherConfigurator).FullName}}, AkkaInstrumentation.Dispatcher" """, On.OneEach),
        ["shared, named"] = new($$"""type = "{{typeof(InstrumentedDispatcherConfigurator).FullName}}, AkkaInstrumentation.Dispatcher" """, On.Pool),
    };

    /// <summary>Which threads the section asks for.</summary>
    public enum On
    {
        Pool,

        /// <summary>Those of the pool, and one that Akka's scheduler of channels directs them with and that works too.</summary>
        Shared,
        Three,
        OneEach,
    }

    public static TheoryData<string> Names => [.. All.Keys];

    /// <summary>Without those whose type plain Akka does not know.</summary>
    public static TheoryData<string> AkkasNames => [.. All.Keys.Where(name => !name.Contains("named", StringComparison.Ordinal))];

    public static string Hocon(string kind, string more = "") => $"{Id} {{\n{All[kind].Section}\nshutdown-timeout = 50ms\n{more}\n}}";

    public static Kind Named(string kind) => All[kind];

    /// <summary>An actor on that dispatcher in a system that is instrumented as a whole.</summary>
    public static IActorRef ActorOn(TestSystem system, Props props, string? name = null) => system.ActorOf(props.WithDispatcher(Id), name);
}
