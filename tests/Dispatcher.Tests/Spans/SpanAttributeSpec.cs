namespace AkkaInstrumentation.Tests.Spans;

/// <summary>Business data in spans: members of messages that are marked, or that rules name.</summary>
[Collection(Alone.Name)]
public sealed class SpanAttributeSpec
{
    private static readonly DateTime s_due = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);
    private static int s_reads;

    private sealed class Order
    {
        [SpanAttribute("order.lines")]
        public readonly short Lines = 3;

        [SpanAttribute("order.id")]
        public string Id { get; init; } = "A 7";

        [SpanAttribute("order.total")]
        public decimal Total { get; init; } = 12.5m;

        [SpanAttribute("order.express")]
        public bool Express { get; init; } = true;

        [SpanAttribute("order.weight")]
        public float Weight { get; init; } = 0.5f;

        [SpanAttribute("order.day")]
        public DayOfWeek Day { get; init; } = DayOfWeek.Friday;

        [SpanAttribute("order.due")]
        public DateTime Due { get; init; } = s_due;

        [SpanAttribute("order.voucher")]
        public string? Voucher { get; init; }

        [SpanAttribute("order.card", Redact = true)]
        public string Card => throw new InvalidOperationException($"the secret of {Id} is read");

        public string Customer { get; init; } = "Ada";
    }

    private sealed record Positional([property: SpanAttribute("order.id")] string Id, string Customer);

    private sealed record Other(string Id);

    private sealed class Throwing
    {
        [SpanAttribute("bad")]
        public string Bad => throw new InvalidOperationException($"no such thing as {Good}");

        [SpanAttribute("good")]
        public int Good { get; } = 1;
    }

    private sealed class Counted
    {
        private readonly int _one = 1;

        [SpanAttribute("reads")]
        public int Reads => Interlocked.Add(ref s_reads, _one);
    }

    private sealed class MarkedBadly
    {
        [SpanAttribute("akka.actor.type")]
        public string Type { get; } = "mine";
    }

    [Fact]
    public async Task A_span_shows_the_marked_members_of_its_message()
    {
        var culture = CultureInfo.CurrentCulture;
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.GetCultureInfo("de-DE");
        try
        {
            Assert.Equal(
                new Dictionary<string, object?>
                {
                    ["order.lines"] = 3L,
                    ["order.id"] = "A 7",
                    ["order.total"] = "12.5",
                    ["order.express"] = true,
                    ["order.weight"] = 0.5,
                    ["order.day"] = "Friday",
                    ["order.due"] = "2026-01-02T03:04:05.0000000Z",
                    ["order.card"] = "REDACTED",
                }.OrderBy(field => field.Key, StringComparer.Ordinal),
                await FieldsOf(new Order()));
        }
        finally
        {
            CultureInfo.DefaultThreadCurrentCulture = null;
            CultureInfo.CurrentCulture = culture;
        }
    }

    [Fact]
    public async Task A_long_text_is_cut()
    {
        var field = Assert.Single(await FieldsOf(new Positional(new string('x', 1_000), "Ada")));

        Assert.Equal(("order.id", new string('x', 256)), (field.Key, field.Value));
    }

    [Fact]
    public async Task A_rule_names_members_and_leaves_out_those_that_a_message_does_not_have()
    {
        const string Rules = "akka.instrumentation.rules.fields { message = \"SpanAttributeSpec.*\", attributes { \"customer.name\" = Customer, order.id = Customer, none = Nothing } }";

        Assert.Equal([new("customer.name", "Ada"), new("order.id", "Ada")], await FieldsOf(new Positional("A 7", "Ada"), Rules));
        Assert.Empty(await FieldsOf(new Other("A 7"), Rules));
    }

    [Fact]
    public async Task Rules_add_up_and_the_first_one_decides_about_a_name()
    {
        const string Rules =
            """
            akka.instrumentation.rules {
              second { order = 2, attributes { a = Id, b = Id } }
              first { order = 1, attributes { a = Customer } }
            }
            """;

        Assert.Equal([new("a", "Ada"), new("b", "A 7"), new("order.id", "A 7")], await FieldsOf(new Positional("A 7", "Ada"), Rules));
    }

    [Fact]
    public async Task A_secret_stays_one_when_a_rule_gives_it_another_name()
    {
        const string Rules = "akka.instrumentation.rules.fields { message = \"SpanAttributeSpec.Order\", attributes { card = Card } }";

        Assert.Contains(new("card", "REDACTED"), await FieldsOf(new Order(), Rules));
    }

    [Fact]
    public async Task A_getter_that_throws_costs_its_value_only_and_is_counted()
    {
        var before = Faults();

        Assert.Equal([new("good", 1L)], await FieldsOf(new Throwing()));
        Assert.Equal(before + 1, Faults());

        static long Faults() => TelemetryFault.Counts.FirstOrDefault(fault => fault.Key == TelemetryFault.Content).Value;
    }

    [Fact]
    public async Task A_name_of_the_librarys_own_is_refused()
    {
        Assert.Empty(await FieldsOf(new MarkedBadly()));
        Assert.Throws<ArgumentException>(() => new SpanAttributeAttribute("akka.actor.type"));
        Assert.Throws<ArgumentException>(() => new SpanAttributeAttribute(" "));
    }

    [Fact]
    public async Task Members_of_a_message_without_a_span_are_not_read()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.tracing.sampling.ratio = 0");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf((context, message) => context.Sender.Tell(message), name);
        s_reads = 0;

        await actor.Ask<Counted>(new Counted());

        Assert.Empty(spans.Started);
        Assert.Equal(0, s_reads);
    }

    [Fact]
    public async Task The_span_of_a_failed_message_that_was_not_sampled_has_them()
    {
        await using var system = Systems.Instrumented("akka.loglevel = OFF, akka.instrumentation.tracing.sampling.ratio = 0");
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf((_, _) => throw new TimeoutException("no stock"), name);

        actor.Tell(new Positional("A 7", "Ada"), ActorRefs.NoSender);

        Assert.Equal("A 7", Assert.Single(await spans.WaitForStopped(1)).GetTagItem("order.id"));
    }

    private static async Task<IReadOnlyList<KeyValuePair<string, object?>>> FieldsOf(object message, string hocon = "")
    {
        await using var system = Systems.Instrumented(hocon);
        using var spans = SpanRecorder.OfActor(out var name);
        var actor = system.ActorOf((_, _) => { }, name);
        Activity.Current = null;
        actor.Tell(message, ActorRefs.NoSender);
        var span = Assert.Single(await spans.WaitForStopped(1));
        return [.. span.TagObjects.Where(tag => !tag.Key.StartsWith("akka.", StringComparison.Ordinal))
            .OrderBy(tag => tag.Key, StringComparer.Ordinal)];
    }
}
