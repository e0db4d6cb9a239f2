using System.Text.Json.Serialization.Metadata;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>The read API is that of docs/read-api.md.</summary>
public sealed class ApiSpec
{
    private static readonly Regex Field = new(@"^\| `([\w.\[\]]+)` \|", RegexOptions.Multiline);
    private static readonly Dictionary<string, Type> Answers = new()
    {
        ["GET status"] = typeof(StatusView),
        ["GET diagnosis"] = typeof(DiagnosisView),
        ["GET history"] = typeof(HistoryView),
        ["GET type"] = typeof(TypeView),
        ["GET timeline"] = typeof(TimelineView),
        ["GET failures"] = typeof(FailuresView),
        ["GET overview"] = typeof(OverviewView),
        ["GET flow"] = typeof(FlowMapView),
        ["GET actors"] = typeof(ActorsView),
        ["GET state"] = typeof(StateView),
        ["GET stack"] = typeof(StackView),
        ["GET mailboxes"] = typeof(MailboxesView),
        ["GET traces"] = typeof(TracesView),
        ["GET trace"] = typeof(TraceView),
        ["GET dispatchers"] = typeof(DispatchersView),
        ["GET at-work"] = typeof(MessagesAtWorkView),
        ["GET busiest"] = typeof(BusiestView),
        ["GET lost"] = typeof(LostView),
        ["GET logs"] = typeof(LogsView),
        ["GET cluster"] = typeof(ClusterView),
        ["GET settings"] = typeof(SettingsView),
        ["GET explain"] = typeof(ExplanationView),
        ["POST changes"] = typeof(ChangeResult),
    };

    // Parts of several answers, which have tables of their own.
    private static readonly Dictionary<string, Type> Parts = new()
    {
        ["duration"] = typeof(DurationEstimate),
        ["percentiles"] = typeof(PercentilesView),
        ["figures"] = typeof(ActorTypeView),
        ["mailbox"] = typeof(MailboxView),
        ["actor"] = typeof(ActorView),
        ["failure"] = typeof(FailureView),
        ["trouble"] = typeof(TroubleView),
        ["finding"] = typeof(FindingView),
        ["node"] = typeof(NodeView),
    };

    /// <summary>What is asked for without a change: <c>status</c>.</summary>
    public static IReadOnlyList<string> Questions { get; } =
        [.. Answers.Keys.Where(key => key.StartsWith("GET ", StringComparison.Ordinal)).Select(key => key[4..])];

    public static TheoryData<string> Tables => [.. Answers.Keys, .. Parts.Keys];

    [Theory]
    [MemberData(nameof(Tables))]
    public void Every_field_is_documented_and_every_documented_field_is_there(string table)
    {
        var section = Sections().Single(section => section.Name == table);
        Assert.Equal(
            Fields(Answers.GetValueOrDefault(table) ?? Parts[table], "").Order(StringComparer.Ordinal),
            Field.Matches(section.Text).Select(match => match.Groups[1].Value).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Every_documented_question_is_one() =>
        Assert.Equal(Answers.Keys.Concat(Parts.Keys).Order(StringComparer.Ordinal), Sections()
            .Select(section => section.Name).Order(StringComparer.Ordinal));

    [Fact]
    public async Task Every_question_is_answered()
    {
        await using var host = await DashboardHost.Open();
        foreach (var question in Questions.Except(["trace", "cluster", "type", "explain", "state", "stack"]))
        {
            var answer = await host.Get(question);
            Assert.Equal(
                Fields(Answers[$"GET {question}"], "").Select(field => field.Split('.', '[')[0]).Distinct().Order(StringComparer.Ordinal),
                answer.EnumerateObject().Select(property => property.Name).Order(StringComparer.Ordinal));
        }

        Assert.Equal("/user/one", (await host.Get("explain?path=/user/one&type=System.String")).GetProperty("actorPath").GetString());
    }

    private static IEnumerable<string> Fields(Type type, string prefix)
    {
        if (prefix.Length > 0 && Parts.ContainsValue(Nullable.GetUnderlyingType(type) ?? type))
        {
            return [prefix];
        }

        var info = DashboardJson.Default.GetTypeInfo(type)!;
        return info.Kind switch
        {
            JsonTypeInfoKind.Object =>
                info.Properties.SelectMany(property => Fields(property.PropertyType, $"{prefix}{(prefix.Length > 0 ? "." : "")}{property.Name}")),
            JsonTypeInfoKind.Enumerable => Fields(info.ElementType!, $"{prefix}[]"),
            _ => [prefix],
        };
    }

    private static IEnumerable<(string Name, string Text)> Sections()
    {
        var folder = AppContext.BaseDirectory;
        while (!File.Exists(Path.Combine(folder, "Instrumentation.sln")))
        {
            folder = Path.GetDirectoryName(folder.TrimEnd(Path.DirectorySeparatorChar))!;
        }

        var text = File.ReadAllText(Path.Combine(folder, "docs", "read-api.md"));
        return text.Split("\n### ").Skip(1).Select(section => (section.Split('\n')[0].Trim('`'), section));
    }
}
