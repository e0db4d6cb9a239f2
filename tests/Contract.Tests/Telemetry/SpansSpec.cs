using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>docs/telemetry.md, Spans: what it lists is emitted, and nothing else is. Alone, because of "nobody listens".</summary>
[Collection(Alone.Name)]
public sealed class SpansSpec
{
    private const string Document = "docs/telemetry.md";
    private const string Always = "always";
    private const string WithSender = "sent with a sender";
    private const string Listened = "enqueued while spans or metrics were collected";
    private const string Failed = "failed";
    private const string Stashed = "the message had been stashed";
    private const string Late = "made retroactively";
    private const string LeftOut = "retroactive spans were left out before";
    private const string Messaging = "messaging attributes are switched on";
    private const string OfEntity = "to a sharded entity";
    private const string Persisted = "a persist handler";
    private const string Content = "content is switched on";
    private const string OnNode = "the system has been connected to another node";

    // AttemptsSpec has an actor for them
    private const string SentAgain = "the actor sent the failed message to itself in `PreRestart`";
    private const string Retried = "failed, and the actor sent the message to itself again";

    // Remote.Tests has two nodes for it
    private const string Leaving = "of a message that leaves the node";

    // StreamTraceSpec of Family.Tests has a stream for it
    private const string InStream = "of an element of a stream";

    // KeptBoundsSpec of Dispatcher.Tests has a trace for it
    private const string Left = "messages before this one had left memory when its trace was kept";

    // KeptTracesSpec of Cluster.Tests has two nodes for it
    private const string Missing = "in the span `missing messages`";

    private static readonly string[] Tested =
    [
        Always, WithSender, Listened, Failed, Stashed, Late, LeftOut, Content, Messaging, OfEntity, Persisted, OnNode, Leaving, SentAgain, Retried,
        InStream, Left, Missing,
    ];

    private static readonly IReadOnlyList<IReadOnlyDictionary<string, string>> Table = Markdown.Table(Document, "## Spans");

    [Fact]
    public void The_document_names_only_conditions_that_are_tested_here() =>
        Assert.Equal(Tested.Order(StringComparer.Ordinal), Table.Select(row => row["present"]).Distinct().Order(StringComparer.Ordinal));

    [Fact]
    public void Every_attribute_constant_is_documented_and_the_other_way_round() => Assert.Equal(
        Documented(Tested), Constants.Of(typeof(AkkaSpanAttributes)).Except(["akka", "process", "send"]).Order(StringComparer.Ordinal));

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    [InlineData(false, false, "akka.instrumentation.tracing.content.enabled = on", Content)]
    [InlineData(true, true, "akka.instrumentation.tracing.messaging-attributes = on", Messaging)]
    public async Task A_span_has_exactly_the_documented_attributes(bool sender, bool fails, string hocon = "", string setting = Always)
    {
        using var recorder = SpanRecorder.Everything();
        await using var system = Systems.Instrumented(hocon);
        system.ActorOf(Work).Tell(new Job(fails), sender ? Sender(system) : ActorRefs.NoSender);

        var span = Assert.Single(await recorder.WaitForStopped(1));
        AssertAttributes(span, [Always, Listened, setting, .. Conditions(sender, fails)]);
    }

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public async Task A_span_of_a_message_sent_while_nobody_listened_has_exactly_the_documented_attributes(bool sender, bool fails)
    {
        await using var system = Systems.Instrumented();
        using var hold = new Hold();
        IActorRef actor;

        // the mailbox's run begins while somebody listens, or it would give no span at all
        using (SpanRecorder.Everything())
        {
            actor = system.ActorOf(Work);
            actor.Tell(hold, ActorRefs.NoSender);
            await hold.Entered;
        }

        actor.Tell(new Job(fails), sender ? Sender(system) : ActorRefs.NoSender);
        using var recorder = SpanRecorder.Everything();
        hold.Release();

        var span = Assert.Single(await WaitForJob(recorder));
        AssertAttributes(span, [Always, .. Conditions(sender, fails)]);
    }

    [Fact]
    public async Task A_span_of_a_message_that_was_stashed_has_exactly_the_documented_attributes()
    {
        using var recorder = SpanRecorder.Everything();
        await using var system = Systems.Instrumented();
        system.ActorOf(Props.Create(() => new StashesOnce())).Tell(new Job(false), ActorRefs.NoSender);

        var spans = await recorder.WaitForStopped(2);
        AssertAttributes(spans[0], [Always, Listened]);
        AssertAttributes(spans[1], [Always, Listened, Stashed], links: 1);
        Assert.Equal(1L, spans[1].GetTagItem("akka.stash.count"));
    }

    [Fact]
    public async Task A_retroactive_span_has_exactly_the_documented_attributes()
    {
        using var recorder = SpanRecorder.Everything();
        await using var system = Systems.Instrumented(
            "akka.instrumentation { tracing.sampling.ratio = 0, tracing.retroactive.limit = 1 }");
        var actor = system.ActorOf(Work);
        actor.Tell(new Job(true), ActorRefs.NoSender);
        AssertAttributes(Assert.Single(await recorder.WaitForStopped(1)), [Always, Listened, Failed, Late]);

        // the next ones in this second are left out, until one counts them
        await Eventually.True(() =>
        {
            actor.Tell(new Job(true), ActorRefs.NoSender);
            return recorder.Stopped.Count > 1;
        });
        AssertAttributes(recorder.Stopped[1], [Always, Listened, Failed, Late, LeftOut]);
    }

    [Fact]
    public async Task A_span_of_a_sharded_entity_has_exactly_the_documented_attributes()
    {
        using var recorder = SpanRecorder.Everything();
        await using var system = Systems.Instrumented();
        ((ExtendedActorSystem)system.System).SystemActorOf(Nest.Props("order/17/4711", Work), "sharding").Tell(new Job(false), ActorRefs.NoSender);

        AssertAttributes(Assert.Single(await recorder.WaitForStopped(1)), [Always, Listened, OfEntity]);
    }

    [Fact]
    public async Task A_span_of_a_persist_handler_has_exactly_the_documented_attributes()
    {
        using var recorder = SpanRecorder.Everything();
        await using var system = Systems.Instrumented();
        var account = await Persistence.Account.Recovered(system, ActorRefs.Nobody);
        Activity.Current = null;
        account.Tell(new Persistence.Account.Persists(1), ActorRefs.NoSender);

        await Eventually.True(() => recorder.Stopped.Any(IsPersistHandler));
        AssertAttributes(Assert.Single(recorder.Stopped, IsPersistHandler), [Always, Listened, Persisted]);

        static bool IsPersistHandler(Activity span) => span.GetTagItem("akka.persistence.answer") is not null;
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_span_of_a_system_with_remoting_has_exactly_the_documented_attributes(bool hasMetAnother)
    {
        using var recorder = SpanRecorder.Everything();
        await using var system = Systems.Named(
            "with-remoting",
            $$"""
            {{TestTransport.Hocon("with-remoting", 1, network: $"{Guid.NewGuid():N}")}}
            akka.actor.provider = "AkkaInstrumentation.InstrumentedRemoteActorRefProvider, AkkaInstrumentation.Remote"
            """);
        if (hasMetAnother)
        {
            var (here, there) = (((ExtendedActorSystem)system.System).Provider.DefaultAddress, new Address("akka.test", "other", "127.0.0.1", 2));
            system.System.EventStream.Publish(new Akka.Remote.AssociatedEvent(here, there, inbound: true));
        }

        system.ActorOf(Work).Tell(new Job(false), ActorRefs.NoSender);
        var span = Assert.Single(await recorder.WaitForStopped(1));
        AssertAttributes(span, hasMetAnother ? [Always, Listened, OnNode] : [Always, Listened]);
        Assert.Equal(hasMetAnother ? "akka.test://with-remoting@127.0.0.1:1" : null, span.GetTagItem("akka.node.address"));
    }

    [Fact]
    public async Task The_event_of_a_failed_span_has_exactly_the_documented_name_and_attributes()
    {
        using var recorder = SpanRecorder.Everything();
        await using var system = Systems.Instrumented("akka.instrumentation.tracing.exceptions.span-events = on");
        system.ActorOf(Work).Tell(new Job(true), ActorRefs.NoSender);

        var written = Assert.Single(Assert.Single(await recorder.WaitForStopped(1)).Events);
        var documented = Markdown.Table(Document, "### Exceptions").Select(row => Markdown.Plain(row["attribute"])).ToList();
        Assert.Equal(documented, written.Tags.Select(tag => tag.Key));
        Assert.Equal(
            Constants.Of(Product.TypeOf("SpanEvents")).Where(name => !name.StartsWith("akka.last_messages", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal),
            documented.Append(written.Name).Order(StringComparer.Ordinal));
        Assert.All(written.Tags, tag => Assert.IsType<string>(tag.Value));
    }

    [Fact]
    public async Task The_event_with_the_last_messages_has_exactly_the_documented_name_attribute_and_outcomes()
    {
        using var recorder = SpanRecorder.Everything();
        await using var system = Systems.Instrumented(
            "akka.instrumentation { tracing.exceptions.span-events = on, rules.kept { path = \"/user/**\", last-messages = 4 } }");
        system.ActorOf(Work).Tell(new Job(true), ActorRefs.NoSender);

        var written = Assert.Single((await recorder.WaitForStopped(1))[0].Events, said => said.Name != "exception");
        Assert.Equal(("akka.last_messages", "akka.last_messages.text"), (written.Name, Assert.Single(written.Tags).Key));
        Assert.Contains("an event `akka.last_messages` with the attribute `akka.last_messages.text`", Repo.Read(Document), StringComparison.Ordinal);
        Assert.Equal(
            Enum.GetNames<AkkaMessageOutcome>().Select(name => name.ToLowerInvariant()),
            Markdown.Table(Document, "## Last messages").Select(row => Markdown.Plain(row["outcome"])));
    }

    [Fact]
    public async Task Name_kind_and_source_are_those_of_the_document()
    {
        var documented = Regex.Match(Markdown.Prose(Document, "## Spans"), @"Name: `(.+?)`\. Kind: .*; (\w+) if .* has no parent");
        var source = Markdown.Code(Markdown.Prose(Document, "## Source and meter"))[0];

        using var recorder = SpanRecorder.Everything();
        await using var system = Systems.Instrumented();
        system.ActorOf(Work).Tell(new Job(false), ActorRefs.NoSender);

        var span = Assert.Single(await recorder.WaitForStopped(1));
        Assert.Equal(documented.Groups[1].Value.Replace("{actor type}", "Handler", StringComparison.Ordinal)
            .Replace("{message type}", "SpansSpec.Job", StringComparison.Ordinal), span.DisplayName);
        Assert.Equal(span.DisplayName, span.OperationName);
        Assert.Equal(documented.Groups[2].Value, span.Kind.ToString());
        Assert.Equal((source, LibraryVersion.Text), (span.Source.Name, span.Source.Version));
        Assert.Equal(AkkaTelemetry.SourceName, source);
    }

    private static Props Work => Handler.Props((_, message) =>
    {
        switch (message)
        {
            case Hold hold:
                hold.Pass();
                break;
            case Job { Fails: true }:
                throw new InvalidOperationException("on purpose");
        }
    });

    private static IActorRef Sender(TestSystem system) => system.ActorOf((_, _) => { }, "sender");

    private static IEnumerable<string> Conditions(bool sender, bool fails)
    {
        if (sender)
        {
            yield return WithSender;
        }

        if (fails)
        {
            yield return Failed;
        }
    }

    private static async Task<IReadOnlyList<Activity>> WaitForJob(SpanRecorder recorder)
    {
        await Eventually.True(() => Jobs().Count > 0, recorder.Dump);
        return Jobs();

        List<Activity> Jobs() =>
            [.. recorder.Stopped.Where(span => Equals(span.GetTagItem("akka.message.type"), "SpansSpec.Job"))];
    }

    private static void AssertAttributes(Activity span, IEnumerable<string> conditions, int links = 0)
    {
        Assert.Equal(Documented([.. conditions]), span.TagObjects.Select(tag => tag.Key).Order(StringComparer.Ordinal));
        Assert.All(span.TagObjects, tag =>
        {
            var row = Row(tag.Key);
            Assert.Equal(row["type"], TypeName(tag.Value));
            if (Regex.IsMatch(row["value"], "^`[^` ]+`$"))
            {
                Assert.Equal(Markdown.Plain(row["value"]), tag.Value);
            }
        });
        Assert.Empty(span.Events);
        Assert.Equal(links, span.Links.Count());
        Assert.Empty(span.Baggage);
    }

    private static IEnumerable<string> Documented(params string[] conditions) => Table
        .Where(row => conditions.Contains(row["present"]))
        .Select(row => Markdown.Plain(row["attribute"]))
        .Order(StringComparer.Ordinal);

    private static IReadOnlyDictionary<string, string> Row(string attribute) =>
        Table.Single(row => Markdown.Plain(row["attribute"]) == attribute);

    private static string TypeName(object? value) => value switch
    {
        string => "string",
        double => "double",
        long => "int",
        bool => "bool",
        _ => value?.GetType().Name ?? "null",
    };

    private sealed record Job(bool Fails);
}
