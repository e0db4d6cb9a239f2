using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>Any node knows what the dashboards of all nodes show, and asks them only while its own page is open.</summary>
public sealed class NodesAskedSpec
{
    private const string Answering = "akka-instrumentation-cluster";

    [Fact]
    public async Task Every_node_gets_what_each_node_shows()
    {
        await using var cluster = await TestCluster.Of("web", "back");
        Show(cluster[0], "first");
        Show(cluster[1], "second");
        foreach (var node in (ClusterNode[])[cluster[0], cluster[1]])
        {
            await TestCluster.Equal(
                "answers first, answers second",
                () => string.Join(", ", ((ClusterNode[])[cluster[0], cluster[1]]).Select(each => Shown(node, each.Address))));
        }

        var read = cluster[1].Metrics.Nodes.Read()!;
        Assert.Equal(cluster[1].Address, read.Self);
        Assert.Equal([(cluster[0].Address, 1, "web"), (cluster[1].Address, 2, "back")],
            read.Members.Select(member => (member.Address, member.Age!.Value, member.Roles.Single())));
        Assert.All(read.Members, member => Assert.True(member is { Status: "up", IsReachable: true }));
        Assert.Single(read.Members, member => member.IsLeader);
    }

    [Fact]
    public async Task Another_question_gets_another_answer_and_nothing_is_an_answer_too()
    {
        await using var cluster = await TestCluster.Of("", "");
        Show(cluster[1], "a part of it");
        var question = NodeQuestions.Trace("17");
        await TestCluster.Equal(
            ("answers ", "answers \"trace 17: a part of it\""),
            () => (Answer(cluster[0], cluster[0].Address, question), Answer(cluster[0], cluster[1].Address, question)));
    }

    [Fact]
    public async Task A_node_that_is_gone_keeps_its_last_answer_and_the_next_process_at_its_address_takes_its_place()
    {
        await using var cluster = await TestCluster.Of("", "");
        var (stays, crashes) = (cluster[0], cluster[1]);
        Show(crashes, "before");
        await TestCluster.Equal("answers before", () => Shown(stays, crashes.Address));

        await cluster.Crash(crashes);
        await TestCluster.Equal("unreachable before", () => Shown(stays, crashes.Address));
        var clock = stays.Metrics.Nodes.Clock;
        stays.Metrics.Nodes.Clock = () => clock() + Ticks.From(TimeSpan.FromMinutes(1));
        Assert.InRange(stays.Metrics.Nodes.Ask(NodeQuestions.Report).Single(answer => answer.Address == crashes.Address).AgeSeconds!.Value, 60, 600);
        stays.Cluster.Down(crashes.Cluster.SelfAddress);
        await TestCluster.Equal("gone before", () => Shown(stays, crashes.Address));

        var back = cluster.Start();
        Assert.Equal(crashes.Address, back.Address);
        Show(back, "after");
        await cluster.Join(back);
        await TestCluster.Equal("answers after", () => Shown(stays, back.Address));
    }

    [Fact]
    public async Task A_node_without_the_package_is_shown_as_such_and_not_asked_more()
    {
        await using var cluster = await TestCluster.Of("");
        var plain = cluster.Start(more: "akka.actor.provider = cluster");
        var lost = new List<string>();
        plain.System.EventStream.Subscribe(plain.System.ActorOf(Props.Create(() => new Lost(lost))), typeof(Akka.Event.DeadLetter));
        await cluster.Join(plain);
        await TestCluster.Equal("without", () => Shown(cluster[0], plain.Address));
        lock (lost)
        {
            Assert.DoesNotContain(lost, message => message.StartsWith("? ", StringComparison.Ordinal));
        }
    }

    [Fact]
    public async Task A_node_of_another_version_is_shown_as_such()
    {
        await using var cluster = await TestCluster.Of("");
        var newer = cluster.Start(more: "akka.actor.provider = cluster");
        ((ExtendedActorSystem)newer.System).SystemActorOf(Props.Create(() => new OfAnotherVersion()), "akka-instrumentation-cluster");
        await cluster.Join(newer);
        await TestCluster.Equal("other_version", () => Shown(cluster[0], newer.Address));
    }

    [Fact]
    public async Task What_a_node_shows_is_left_out_when_it_is_too_long()
    {
        await using var cluster = await TestCluster.Of("", "");
        Show(cluster[1], new string('x', NodeQuestions.LongestAnswer));
        await TestCluster.Equal("answers", () => Shown(cluster[0], cluster[1].Address));
    }

    [Fact]
    public async Task Nothing_is_asked_while_no_page_is_open_and_many_pages_ask_no_more_than_one()
    {
        await using var cluster = await TestCluster.Of("", "");
        var nodes = cluster[0].Metrics.Nodes;
        var now = System.Diagnostics.Stopwatch.GetTimestamp();
        nodes.Clock = () => Volatile.Read(ref now);
        Assert.Equal(0, nodes.Asked);

        // for each node: whether it can answer, and the question
        await TestCluster.Equal(2, () => nodes.Ask(NodeQuestions.Report).Count(answer => answer.State == "answers"));
        Assert.Equal(4, nodes.Asked);
        for (var i = 0; i < 100; i++)
        {
            nodes.Ask(NodeQuestions.Report);
        }

        Assert.Equal(4, nodes.Asked);
        Interlocked.Add(ref now, Ticks.From(NodesAsked.Period) + 1);
        nodes.Ask(NodeQuestions.Report);
        Assert.Equal(6, nodes.Asked);
    }

    [Fact]
    public async Task Questions_about_many_traces_wait_for_their_turn_and_old_ones_are_forgotten()
    {
        await using var cluster = await TestCluster.Of("", "");
        Show(cluster[1], new string('x', NodeQuestions.LongestAnswer - 1_000));
        var nodes = cluster[0].Metrics.Nodes;
        var now = System.Diagnostics.Stopwatch.GetTimestamp();
        nodes.Clock = () => Volatile.Read(ref now);
        await TestCluster.Equal(2, () => nodes.Ask(NodeQuestions.Report).Count(answer => answer.State == "answers"));
        var before = nodes.Asked;
        for (var i = 0; i < 10 * NodesAsked.MaxQuestions; i++)
        {
            nodes.Ask(NodeQuestions.Trace($"{i}"));
        }

        Assert.Equal(before + (2 * NodesAsked.MaxQuestions), nodes.Asked);
        await TestCluster.Equal(true, () => Known(0));

        // two seconds later it is the turn of the next ones
        Interlocked.Add(ref now, Ticks.From(NodesAsked.Period) + 1);
        for (var i = 100; i < 200; i++)
        {
            nodes.Ask(NodeQuestions.Trace($"{i}"));
        }

        await TestCluster.Equal(true, () => Known(100 + NodesAsked.MaxQuestions - 1));
        Assert.False(Known(0));

        bool Known(int trace) => nodes.Ask(NodeQuestions.Trace($"{trace}")).Any(answer => answer.Content is not null);
    }

    [Fact]
    public async Task Only_members_are_answered()
    {
        await using var cluster = await TestCluster.Of("", "");
        Assert.NotNull(cluster[0].Metrics.Members.Extension);
        Assert.StartsWith("! 1 17 {", await FirstAnswer(cluster[0], cluster[1].System), StringComparison.Ordinal);
        Assert.Equal("no answer", await FirstAnswer(cluster[0], cluster.Start().System));
    }

    /// <summary>A node that may write any sender into its messages, and guesses the numbers of the questions.</summary>
    [Fact]
    public async Task Nobody_answers_for_another_node()
    {
        await using var cluster = await TestCluster.Of("");
        var (here, silent) = (cluster[0], cluster.Start(more: "akka.actor.provider = cluster"));
        using var asked = new BlockingCollection<string>();
        ((ExtendedActorSystem)silent.System).SystemActorOf(Props.Create(() => new Silent(asked)), Answering);
        await cluster.Join(silent);
        var rogue = cluster.Start(more: "akka.actor.provider = cluster");
        string? question = null;
        await TestCluster.Equal(true, () => here.Metrics.Nodes.Ask(NodeQuestions.Report).Count > 0 && asked.TryTake(out question, 100));

        var provider = ((ExtendedActorSystem)rogue.System).Provider;
        var (there, forged) = (provider.ResolveActorRef($"{here.Address}/system/{Answering}"),
            provider.ResolveActorRef($"{silent.Address}/system/{Answering}"));
        for (var number = 0; number < 1_000; number++)
        {
            there.Tell($"! 1 {number} \"forged\"", forged);
            there.Tell(new ActorIdentity($"{number}", forged), forged);
        }

        // Who does not forge the sender's address does not even need the number.
        there.Tell($"! 1 {question!.Split(' ')[2]} \"forged\"", provider.RootGuardian);
        _ = await there.Ask<ActorIdentity>(new Identify("all before has been read"), TimeSpan.FromMinutes(1));
        Assert.Null(here.Metrics.Nodes.Ask(NodeQuestions.Report).Single(answer => answer.Address == silent.Address).Content);
    }

    [Theory]
    [InlineData("? 1 17 report")]
    [InlineData("? 2 17 something new")]
    public void A_question_is_read_as_it_was_written(string text) => Assert.Equal(text, NodeWords.ReadQuestion(text)!.Value.AsQuestion());

    [Theory]
    [InlineData("")]
    [InlineData("?")]
    [InlineData("? 1 17")]
    [InlineData("? one 17 report")]
    [InlineData("? 1 -17 report")]
    [InlineData("! 1 17 {}")]
    [InlineData("?? 1 17 report")]
    [InlineData("? 99999999999999 17 report")]
    public void What_is_no_question_is_ignored(string text) => Assert.Null(NodeWords.ReadQuestion(text));

    private static void Show(ClusterNode node, string text) => AkkaInstrumentationExtension.For(node.System).Insight.Page = new Page(text);

    private static string Shown(ClusterNode at, string of)
    {
        var answer = at.Metrics.Nodes.Ask(NodeQuestions.Report).SingleOrDefault(answer => answer.Address == of);
        return $"{answer?.State} {answer?.Content?.Deserialize(NodeJson.Default.NodeReport)?.Page?.GetString()?.Split(": ")[1]}".Trim();
    }

    private static string Answer(ClusterNode at, string of, string question)
    {
        var answer = at.Metrics.Nodes.Ask(question).Single(answer => answer.Address == of);
        return $"{answer.State} {answer.Content?.GetRawText()}";
    }

    // to a question, and behind it one that every actor answers
    private static Task<string> FirstAnswer(ClusterNode asked, ActorSystem asking)
    {
        var first = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        var asker = asking.ActorOf(Handler.Props((_, message) => first.TrySetResult(
            message is string answer ? answer : message is ActorIdentity { Subject: not null } ? "no answer" : "no actor")));
        var there = ((ExtendedActorSystem)asking).Provider.ResolveActorRef($"{asked.Address}/system/akka-instrumentation-cluster");
        there.Tell("? 1 17 report", asker);
        there.Tell(new Identify(1), asker);
        return Eventually.Within(first.Task, TimeSpan.FromMinutes(1));
    }

    private sealed class Silent : ReceiveActor
    {
        public Silent(BlockingCollection<string> asked) => Receive<string>(asked.Add);
    }

    private sealed class Page(string text) : INodePage
    {
        public JsonElement? AnswerTo(string question) => JsonSerializer.SerializeToElement($"{question}: {text}");
    }

    // It knows no question of this version, and answers without text.
    private sealed class OfAnotherVersion : ReceiveActor
    {
        public OfAnotherVersion() => Receive<string>(question => Sender.Tell($"! 2 {question.Split(' ')[2]} "));
    }

    private sealed class Lost : ReceiveActor
    {
        public Lost(List<string> lost) => Receive<Akka.Event.DeadLetter>(letter =>
        {
            lock (lost)
            {
                lost.Add($"{letter.Message}");
            }
        });
    }
}
