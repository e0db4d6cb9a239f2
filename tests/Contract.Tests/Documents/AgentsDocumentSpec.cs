using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>What docs/agents.md tells an agent exists.</summary>
public sealed class AgentsDocumentSpec
{
    private const string Document = "docs/agents.md";

    private static readonly string[] Tools =
    [
        .. Product.TypeOf("AkkaTools").GetMethods()
            .SelectMany(method => method.GetCustomAttributesData())
            .Where(attribute => attribute.AttributeType.Name == "McpServerToolAttribute")
            .Select(attribute => (string)attribute.NamedArguments.Single(argument => argument.MemberName == "Name").TypedValue.Value!),
    ];

    [Fact]
    public void The_table_has_each_tool_once_and_no_other() => Assert.Equal(
        Tools.Order(StringComparer.Ordinal),
        Markdown.Table(Document, "## Tools").Select(row => Markdown.Plain(row["tool"])).Order(StringComparer.Ordinal));

    [Fact]
    public void Each_tool_that_the_texts_name_exists() => Assert.Empty(
        Regex.Matches(Repo.Read(Document) + Repo.Read("src/Mcp/Tools/AkkaTools.cs"), @"\bakka_[a-z_]+").Select(match => match.Value).Except(Tools));

    [Fact]
    public void Each_question_to_the_read_API_is_one_that_it_answers() => Assert.All(
        Regex.Matches(Repo.Read(Document), @"/api/v1/([a-z-]+)").Select(match => match.Groups[1].Value),
        view => Assert.Contains($"### `GET {view}`", Repo.Read("docs/read-api.md"), StringComparison.Ordinal));

    [Fact]
    public void Each_cause_that_it_names_is_one()
    {
        var known = Constants.Of(typeof(AkkaCauseKinds)).Concat(Constants.Of(typeof(AkkaFindingKinds))).ToHashSet();
        Assert.All(
            Markdown.Table(Document, "## Why is it slow?").SelectMany(row => Markdown.Code(row["the answer"])), kind => Assert.Contains(kind, known));
    }
}
