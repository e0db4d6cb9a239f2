using static AkkaInstrumentation.Tests.Rules.RuleMessages;

namespace AkkaInstrumentation.Tests.Rules;

/// <summary>A verdict is made once for what is treated alike.</summary>
public class RuleSetSpec
{
    private const string ByPath =
        """
        a { path = "/user/orders/**", trace = never }
        b { path = "/user/*/hot", ratio = 0.5 }
        c { actor = "Order*", measure = off }
        """;

    [Fact]
    public void Each_path_is_judged_by_all_rules_that_ask_for_paths()
    {
        var rules = RulesOf(ByPath);
        (AkkaTraceMode, double?) At(string path) =>
            rules.Resolve(path, typeof(CartActor), typeof(Heartbeat)) is var verdict ? (verdict.Trace, verdict.Ratio) : default;

        Assert.Equal((AkkaTraceMode.Never, null), At("/user/orders/cold"));
        Assert.Equal((AkkaTraceMode.Never, null), At("/user/orders/hot"));
        Assert.Equal((AkkaTraceMode.Sampled, 0.5), At("/user/carts/hot"));
        Assert.Equal((AkkaTraceMode.Sampled, null), At("/user/carts/cold"));
    }

    [Fact]
    public void Asking_again_allocates_nothing()
    {
        var rules = RulesOf(ByPath);
        var props = new RuleEffect { Ratio = 0.5 };
        Assert.Equal(0, AllocationMeter.OnThread(Ask, expected: 0));

        void Ask()
        {
            rules.Resolve("/user/orders/1/lines", typeof(OrderActor), typeof(PlaceOrder));
            rules.Resolve("/user/carts/hot", typeof(OrderActor), typeof(PlaceOrder), props);
        }
    }

    [Fact]
    public void Actors_with_a_span_name_each_do_not_fill_the_memory()
    {
        const int Kept = 10_000;
        var rules = RulesOf(ByPath);
        var kept = Enumerable.Range(0, 2 * Kept).Select(i => new RuleEffect { SpanName = $"order {i}" })
            .Count(props => ReferenceEquals(Rules(props), Rules(props)));
        Assert.Equal(Kept, kept);

        ActorRules Rules(RuleEffect props) => rules.For("/user/carts/1", typeof(CartActor), props);
    }

    [Fact]
    public void Any_number_of_threads_get_the_same_verdict()
    {
        for (var round = 0; round < 100; round++)
        {
            var rules = RulesOf(ByPath);
            var verdicts = new Verdict[8];
            Parallel.For(0, verdicts.Length, new ParallelOptions { MaxDegreeOfParallelism = verdicts.Length }, i =>
                verdicts[i] = rules.Resolve("/user/orders/hot", typeof(OrderActor), typeof(PlaceOrder)));

            Assert.Single(verdicts.Distinct(ReferenceEqualityComparer.Instance));
        }
    }

    [Fact]
    public void An_attribute_that_cannot_be_made_costs_no_message() =>
        Assert.Equal(AkkaTraceMode.Sampled, VerdictOf("a { message-attribute = Broken, measure = off }", typeof(WithBrokenName)).Trace);

    [SpanName(null!)]
    private sealed class WithBrokenName;
}
