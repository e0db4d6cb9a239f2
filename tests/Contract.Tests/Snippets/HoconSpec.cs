using System.Text.RegularExpressions;
using Akka.Actor;

namespace AkkaInstrumentation.Tests;

/// <summary>The HOCON of the documents, in blocks and indented: an actor system starts with it, and the types that it names exist.</summary>
public sealed class HoconSpec
{
    // blocks of other languages are passed over
    private static readonly Regex Hocon = new(@"^```hocon\n(?<text>.*?)\n```|^```.*?^```|^ {4,}(?<text>akka\.(?:[^\n]*\{\n.*?^ {4,}\}|[^\n]*))$",
        RegexOptions.Singleline | RegexOptions.Multiline);
    private static readonly Regex Named = new(@"""(AkkaInstrumentation\.\w+, AkkaInstrumentation\.\w+)""");
    private static readonly Regex Change = new(@"`Change\(""(.*?)""\)`");

    // a provider for several nodes opens a port
    private const string AnyPort = "akka.remote.dot-netty.tcp { hostname = 127.0.0.1, port = 0 }";

    public static TheoryData<string> Blocks =>
        [.. ReadmeSnippets.Documents.SelectMany(document => Hocon.Matches(Repo.Read(document)))
            .Select(match => match.Groups["text"].Value).Where(text => text.Length > 0).Distinct()];

    [Theory]
    [MemberData(nameof(Blocks))]
    public async Task A_system_starts_with_it_and_its_types_exist(string block)
    {
        Assert.All(Named.Matches(block), named => Assert.NotNull(Type.GetType(named.Groups[1].Value)));
        var hocon = block.Replace("My.Mailbox, My", "Akka.Dispatch.UnboundedMailbox, Akka", StringComparison.Ordinal);
        await using var system = Systems.Instrumented($"{AnyPort}\n{hocon}");
        var props = system.System.Settings.Config.HasPath("my-mailbox") ? Echo.Props.WithMailbox("my-mailbox") : Echo.Props;
        Assert.Equal("tea", await system.ActorOf(props).Ask<string>("tea", TimeSpan.FromMinutes(1)));
    }

    [Fact]
    public async Task The_change_in_operations_is_made()
    {
        var change = Assert.Single(Change.Matches(Repo.Read("docs/operations.md"))).Groups[1].Value.Replace("\\\"", "\"", StringComparison.Ordinal);
        await using var system = Systems.Instrumented();
        var control = AkkaInstrumentationExtension.For(system.System).Control;
        control.Change(change);
        Assert.Contains(control.Configuration.Rules, rule => rule.Contains("last-messages = 32", StringComparison.Ordinal));
    }
}
