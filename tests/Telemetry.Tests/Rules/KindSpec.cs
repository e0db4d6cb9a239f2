using System.Reflection.Emit;

namespace AkkaInstrumentation.Tests.Rules;

/// <summary>Who wrote an actor: decided by its path and type.</summary>
public class KindSpec
{
    // Types of packages that are not referenced here. A rule sees only their names and those of their assemblies.
    private static readonly Dictionary<string, ModuleBuilder> Modules = [];

    [Theory]
    [InlineData("/user/orders", "Shop.Order", AkkaActorKind.User)]
    [InlineData("/user/orders/1/lines", "Shop.Line", AkkaActorKind.User)]
    [InlineData("/user", "Shop.Guardian", AkkaActorKind.System)]
    [InlineData("/", "Akka.Actor.GuardianActor", AkkaActorKind.System)]
    [InlineData("/system", "Akka.Actor.SystemGuardianActor", AkkaActorKind.System)]
    [InlineData("/system/log1-DefaultLogger", "Akka.Event.DefaultLogger", AkkaActorKind.System)]
    [InlineData("/system/extension/worker", "Third.Worker", AkkaActorKind.System)]
    [InlineData("/remote/akka.tcp/shop@there:1/user/orders", "Shop.Order", AkkaActorKind.User)]
    [InlineData("/system/sharding/order", "Akka.Cluster.Sharding.ShardRegion", AkkaActorKind.Infrastructure)]
    [InlineData("/system/sharding/order/17/4711", "Shop.Order", AkkaActorKind.User)]
    [InlineData("/system/sharding/order/17/4711/lines/1", "Shop.Line", AkkaActorKind.User)]
    [InlineData("/user/clock/singleton", "Shop.Clock", AkkaActorKind.User)]
    [InlineData("/system/akka.persistence.journal.sql", "Third.SqlJournal", AkkaActorKind.Infrastructure)]
    [InlineData("/system/akka.persistence.snapshot-store.sql/writer", "Third.Writer", AkkaActorKind.Infrastructure)]
    public void The_kind_of_an_actor(string path, string type, AkkaActorKind kind) =>
        Assert.Equal(kind, TestSettings.Read("").Rules.For(path, TypeNamed(type)).Kind);

    [Theory]
    [InlineData("Akka.CQRS.Pricing.Quote", "Akka.CQRS.Pricing")]
    [InlineData("Akka.Streams.Demo.Order", "Akka.Streams.Demo")]
    [InlineData("Akka.Cluster.Tools.Mine.Order", "Akka.Mine")]
    [InlineData("Akka.Persistence.Order", "Shop")]
    public void An_application_may_be_called_Akka_as_well(string type, string assembly)
    {
        var rules = TestSettings.Read("").Rules;

        Assert.Equal(AkkaActorKind.User, rules.For("/user/orders", TypeNamed(type, assembly)).Kind);
        Assert.Equal(AkkaTraceMode.Sampled, rules.Resolve("/user/orders", typeof(string), TypeNamed(type, assembly)).Trace);
    }

    [Fact]
    public void The_actors_of_Akkas_newest_version_have_the_kind_of_their_library()
    {
        var rules = TestSettings.Read("").Rules;
        Assert.All(NewestAkka.Infrastructure, name => Assert.Equal(
            [AkkaActorKind.Infrastructure, AkkaActorKind.Infrastructure, AkkaActorKind.Infrastructure],
            new[] { "/user/any", "/system/any", "/system/sharding/order/17/any" }.Select(path => rules.For(path, TypeNamed(name)).Kind)));
        Assert.All(NewestAkka.System, name => Assert.Equal(AkkaActorKind.System, rules.For("/system/any/child", TypeNamed(name)).Kind));
    }

    [Theory]
    [InlineData("Akka.Persistence.Journal.WriteJournalBase")]
    [InlineData("Akka.Persistence.Snapshot.SnapshotStore")]
    public void A_journal_or_snapshot_store_is_infrastructure_wherever_its_section_is(string derivedFrom)
    {
        var rules = TestSettings.Read("").Rules;

        Assert.Equal(AkkaActorKind.Infrastructure, rules.For("/system/shop.journal", Derived(derivedFrom)).Kind);
        Assert.Equal(AkkaActorKind.System, rules.For("/system/shop.journal", TypeNamed("Third.Journal")).Kind);
    }

    [Theory]
    [InlineData("Akka.Persistence.Query.EventEnvelope")]
    [InlineData("Akka.DistributedData.Changed")]
    [InlineData("Akka.Streams.Kafka.Messages.CommittableMessage`2")]
    [InlineData("Akka.Streams.Amqp.RabbitMq.IncomingMessage")]
    [InlineData("Akka.Streams.Amqp.RabbitMq.Dsl.CommittableIncomingMessage")]
    [InlineData("Akka.Persistence.WriteMessageFailure")]
    [InlineData("Akka.Persistence.SaveSnapshotFailure")]
    public void Messages_of_Akka_that_carry_the_applications_data_and_failures_begin_traces(string message)
    {
        var rules = TestSettings.Read("").Rules;

        Assert.Equal(AkkaTraceMode.Sampled, rules.Resolve("/user/projector", typeof(string), TypeNamed(message)).Trace);
        Assert.Equal(AkkaTraceMode.Sampled,
            rules.Resolve("/user/consumer", typeof(string), typeof(Akka.Delivery.ConsumerController.Delivery<string>)).Trace);
        Assert.Equal(AkkaTraceMode.OnlyInTrace, rules.Resolve("/system/any", typeof(string), TypeNamed(message)).Trace);
    }

    [Fact]
    public void The_messages_of_its_journals_are_known_and_begin_no_trace()
    {
        var rules = TestSettings.Read("").Rules;
        Assert.All(NewestAkka.Persistence, message =>
        {
            var type = TypeNamed($"Akka.Persistence.{message.Name}");
            Assert.Equal(message.Role, $"{JournalMessages.RoleOf(Activator.CreateInstance(type)!)}");
        });

        // their assembly decides, except for answers in which no code of the application runs
        Assert.Equal(AkkaTraceMode.Never,
            rules.Resolve("/user/account", typeof(string), TypeNamed("Akka.Persistence.WriteMessagesSuccessful")).Trace);
        Assert.Equal(AkkaTraceMode.Never, rules.Resolve("/user/account", typeof(string), TypeNamed("Akka.Persistence.WriteMessagesFailed")).Trace);
        Assert.True(PersistenceTypes.IsPersistentActor(Derived("Akka.Persistence.Eventsourced")));
        Assert.True(PersistenceTypes.IsJournal(Derived("Akka.Persistence.Journal.WriteJournalBase")));
        Assert.True(PersistenceTypes.IsJournal(TypeNamed("Akka.Persistence.Journal.PersistencePluginProxy")));
        Assert.False(PersistenceTypes.IsJournal(typeof(string)));
    }

    [Fact]
    public void One_line_shows_what_an_extension_starts() =>
        Assert.Equal(
            AkkaActorKind.User,
            TestSettings.Read("akka.instrumentation.rules.mine { path = \"/system/extension/**\", kind = user }").Rules
                .For("/system/extension/worker", TypeNamed("Third.Worker")).Kind);

    [Fact]
    public void A_trace_passes_through_infrastructure_whatever_other_rules_say()
    {
        var rules = TestSettings.Read(
            "akka.instrumentation.rules { a { path = \"/user/**\", ratio = 0.5 }\n b { message = String, trace = always } }").Rules;

        Assert.Equal(AkkaTraceMode.Never,
            rules.Resolve("/user/proxy", TypeNamed("Akka.Cluster.Tools.Singleton.ClusterSingletonProxy"), typeof(string)).Trace);
        Assert.Equal(AkkaTraceMode.Always, rules.Resolve("/system/sharding/order/17/4711", TypeNamed("Shop.Order"), typeof(string)).Trace);
    }

    [Fact]
    public void With_system_actors_infrastructure_has_spans()
    {
        var rules = TestSettings.Read("akka.instrumentation.system-actors = on").Rules;
        var region = rules.For("/system/sharding/order", TypeNamed("Akka.Cluster.Sharding.ShardRegion"));

        Assert.Equal((AkkaActorKind.Infrastructure, AkkaTraceMode.OnlyInTrace), (region.Kind, region.Usual.Trace));
        Assert.Equal(AkkaTraceMode.Sampled, rules.For("/system/sharding/order/17/4711", TypeNamed("Shop.Order")).Usual.Trace);
    }

    [Fact]
    public void The_actors_of_streams_have_none_even_then()
    {
        var rules = TestSettings.Read("akka.instrumentation.system-actors = on").Rules;
        var interpreter = rules.For("/user/StreamSupervisor-0/Flow-0-0", TypeNamed("Akka.Streams.Implementation.Fusing.ActorGraphInterpreter"));

        Assert.Equal((AkkaActorKind.Infrastructure, AkkaTraceMode.Never), (interpreter.Kind, interpreter.Usual.Trace));
    }

    [Fact]
    public void Heartbeats_begin_no_trace_at_an_entity_either() =>
        Assert.Equal(
            AkkaTraceMode.OnlyInTrace,
            TestSettings.Read("").Rules.Resolve("/system/sharding/order/17/4711", TypeNamed("Shop.Order"), typeof(Terminated)).Trace);

    [Fact]
    public async Task Explain_shows_why()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.rules.mine { actor = Echo, kind = infrastructure }");
        system.ActorOf(Echo.Props, "relay");
        var explanation = system.System.GetInsight().Explain("/user/relay", typeof(string));

        Assert.Equal((AkkaActorKind.Infrastructure, AkkaTraceMode.Never), (explanation.Kind, explanation.Trace));
        Assert.Contains("trace = never: kind = infrastructure", explanation.Reasons);
        Assert.Contains("kind = infrastructure: rule mine { actor = \"Echo\", kind = infrastructure } (HOCON)", explanation.Reasons);
    }

    [Fact]
    public async Task Explain_shows_that_props_ask_for_it()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.rules.mine { actor = Echo, kind = system }");
        system.ActorOf(Echo.Props, "plain");
        system.ActorOf(Echo.Props.WithMailbox(AkkaInstrumentationConfig.UnboundedMailboxId), "asked");
        var extension = AkkaInstrumentationExtension.For(system.System);

        Assert.Contains("trace = never: akka.instrumentation.system-actors = off", extension.Insight.Answers.Explain("/user/plain",
            typeof(string)).Reasons);
        Assert.Contains("kind = user: Props", extension.Insight.Answers.Explain("/user/asked", typeof(string)).Reasons);
        Assert.Equal(AkkaTraceMode.Sampled, extension.Insight.Answers.Explain("/user/asked", typeof(string)).Trace);
    }

    [Fact]
    public void A_kind_is_about_actors() =>
        Assert.Contains(
            "akka.instrumentation.rules.mine.kind is about an actor and has no meaning with message, only with path and actor",
            Assert.Throws<Akka.Configuration.ConfigurationException>(
                () => TestSettings.Read("akka.instrumentation.rules.mine { message = String, kind = user }")).Message,
            StringComparison.Ordinal);

    private static Type Derived(string name)
    {
        lock (Modules)
        {
            return ModuleOf("Named").DefineType($"Derived{Guid.NewGuid():N}", TypeAttributes.Public, TypeNamed(name)).CreateType();
        }
    }

    // One of Akka's is in the assembly of its library.
    private static Type TypeNamed(string name) =>
        TypeNamed(name, AkkaInstrumentationConfig.Reference.GetStringList("akka.instrumentation.rules.akka-messages.message-assembly")
            .Append("Akka.Delivery").Append("Akka.Pattern").Where(akkas => name.StartsWith($"{akkas}.", StringComparison.Ordinal))
                .MaxBy(akkas => akkas.Length) switch
        {
            "Akka.Delivery" or "Akka.Pattern" => "Akka",
            var akkas => akkas ?? "Named",
        });

    private static Type TypeNamed(string name, string assembly)
    {
        lock (Modules)
        {
            // a plus sign stands for a nested type, and is escaped in the name of one that is not
            var module = ModuleOf(assembly);
            return module.GetType(name.Replace("+", "\\+", StringComparison.Ordinal)) ?? module.DefineType(name, TypeAttributes.Public).CreateType();
        }
    }

    private static ModuleBuilder ModuleOf(string assembly) => Modules.TryGetValue(assembly, out var module)
        ? module
        : Modules[assembly] = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName(assembly), AssemblyBuilderAccess.Run)
            .DefineDynamicModule(assembly);
}
