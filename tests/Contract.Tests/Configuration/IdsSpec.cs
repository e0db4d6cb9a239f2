using Akka.Dispatch;

namespace AkkaInstrumentation.Tests;

/// <summary>The ids of mailboxes and dispatchers: constants, reference.conf, document and types agree.</summary>
public sealed class IdsSpec
{
    private const string Document = "docs/configuration.md";

    [Fact]
    public void Constants_are_the_ids_of_reference_conf() =>
        Assert.Equal(
            ReferenceConf.Ids.Keys.Order(StringComparer.Ordinal),
            Constants.Of(typeof(AkkaInstrumentationConfig)).Order(StringComparer.Ordinal));

    [Fact]
    public void The_document_lists_the_ids_of_reference_conf() =>
        Assert.Equal(
            ReferenceConf.Ids.Keys.Order(StringComparer.Ordinal),
            Markdown.Table(Document, "## Ids").Select(row => Markdown.Plain(row["id"])).Order(StringComparer.Ordinal));

    [Fact]
    public void Every_id_names_a_type_that_Akka_can_make() =>
        Assert.All(ReferenceConf.Ids, id => AssertAkkaCanMake(id.Value));

    [Fact]
    public void Every_line_of_the_defaults_names_a_type_that_Akka_can_make() =>
        Assert.All(ReferenceConf.DefaultTypes, line => AssertAkkaCanMake(line.Value));

    [Fact]
    public void Every_mailbox_and_dispatcher_type_has_an_id() =>
        Assert.Equal(
            Product.Assemblies.SelectMany(assembly => assembly.GetTypes()).Where(IsMadeByAkka)
                .Where(type => !IsConfiguredByTheUser(type)).Select(NameInHocon).Order(StringComparer.Ordinal),
            ReferenceConf.Ids.Values.Order(StringComparer.Ordinal));

    [Fact]
    public void The_extension_that_the_document_names_exists()
    {
        var named = Assert.Single(Markdown.Code(Markdown.Prose(Document, "## Ids")), code => code.Contains(',', StringComparison.Ordinal));
        Assert.Equal(Product.TypeOf("AkkaInstrumentationProvider"), Type.GetType(named, throwOnError: true));
    }

    [Theory]
    [InlineData("reference.conf as a fallback", "")]
    [InlineData("the extension", """akka.extensions = ["AkkaInstrumentation.AkkaInstrumentationProvider, AkkaInstrumentation.Telemetry"]""")]
    public async Task Every_id_works_in_a_system_that_knows_them_by(string way, string hocon)
    {
        await using var system = hocon.Length == 0 ? Systems.WithIds() : Systems.Plain(hocon);
        foreach (var id in ReferenceConf.Ids.Keys)
        {
            var props = IsMailbox(id) ? Echo.Props.WithMailbox(id) : Echo.Props.WithDispatcher(id);
            Assert.Equal(way, await system.ActorOf(props).Ask<string>(way));
        }
    }

    private static bool IsMailbox(string id) => id.StartsWith("akka.instrumentation.mailbox.", StringComparison.Ordinal);

    private static bool IsMadeByAkka(Type type) =>
        !type.IsAbstract && (type.IsSubclassOf(typeof(MailboxType)) || type.IsSubclassOf(typeof(MessageDispatcherConfigurator)));

    // Without a mailbox to wrap there is no section of it to ship. Code puts the dispatchers here in the place of Akka's.
    private static bool IsConfiguredByTheUser(Type type) => type.Name is "WrappingInstrumentedMailbox"
        or "InstrumentedCallingThreadDispatcherConfigurator" or "InstrumentedSynchronizedDispatcherConfigurator" or "SectionConfigurator";

    private static string NameInHocon(Type type) => $"{type.FullName}, {type.Assembly.GetName().Name}";

    private static void AssertAkkaCanMake(string name)
    {
        var type = Type.GetType(name, throwOnError: true)!;
        Type[] parameters = type.IsSubclassOf(typeof(MailboxType))
            ? [typeof(Settings), typeof(Config)]
            : [typeof(Config), typeof(IDispatcherPrerequisites)];
        Assert.True(IsMadeByAkka(type), $"{type} is neither a mailbox type nor a dispatcher's configurator");
        Assert.NotNull(type.GetConstructor(parameters));
    }
}
