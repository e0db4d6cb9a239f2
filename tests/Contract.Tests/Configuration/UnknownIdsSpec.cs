namespace AkkaInstrumentation.Tests;

/// <summary>
/// Akka's error where a system does not know the ids comes before any code of ours: the document has its text, for whoever searches for it.
/// </summary>
public sealed class UnknownIdsSpec
{
    private const string Document = "docs/configuration.md";
    private const string Heading = "### Dispatcher [akka.instrumentation.dispatcher.default] not configured";

    [Fact]
    public async Task The_document_has_the_error_of_props() => AssertDocumented(
        await ErrorOf(Echo.Props.WithInstrumentation()), 0);

    [Fact]
    public async Task The_document_has_the_error_of_a_mailbox_id() => AssertDocumented(
        await ErrorOf(Echo.Props.WithMailbox(AkkaInstrumentationConfig.UnboundedMailboxId)), 1);

    private static void AssertDocumented((string Message, string Innermost) error, int row)
    {
        var documented = Markdown.Table(Document, Heading)[row];
        Assert.Equal(Markdown.Plain(documented["`ConfigurationException` from `ActorOf`"]), error.Message);
        Assert.Equal(Markdown.Plain(documented["innermost"]), error.Innermost == error.Message ? "the same" : error.Innermost);
    }

    private static async Task<(string Message, string Innermost)> ErrorOf(Props props)
    {
        await using var system = Systems.Plain();
        var error = Assert.Throws<ConfigurationException>(() => system.System.ActorOf(props, "orders"));
        return (Named(error), Named(error.GetBaseException()));

        string Named(Exception exception) => exception.Message.Replace(system.Name, "shop", StringComparison.Ordinal);
    }
}
