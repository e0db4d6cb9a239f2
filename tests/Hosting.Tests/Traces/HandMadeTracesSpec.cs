namespace AkkaInstrumentation.Tests.Traces;

/// <summary>Ten traces small enough to be checked by hand. Times are ticks; each path is written as <c>kind span from-to</c>.</summary>
public sealed class HandMadeTracesSpec
{
    [Fact]
    public void One_message_waits_and_works() => AssertPath(
        "Waiting a 0-3, Working a 3-10",
        Message("a", null, 0, 3, 10));

    [Fact]
    public void A_request_tells_an_actor_and_ends_first() => AssertPath(
        "Working http 0-4, Waiting a 4-6, Working a 6-20",
        Span("http", null, 0, 5),
        Message("a", "http", 4, 6, 20));

    /// <summary>a tells b and works on for long: b is over before and changes nothing.</summary>
    [Fact]
    public void A_handler_that_tells_and_works_on_waits_for_nobody() => AssertPath(
        "Working a 0-20",
        Message("a", null, 0, 0, 20),
        Message("b", "a", 5, 6, 10));

    [Fact]
    public void A_chain_of_three_takes_the_time_of_each_until_it_sends() => AssertPath(
        "Working a 0-2, Waiting b 2-5, Working b 5-6, Waiting c 6-9, Working c 9-12",
        Message("a", null, 0, 0, 3),
        Message("b", "a", 2, 5, 8),
        Message("c", "b", 6, 9, 12));

    /// <summary>Fork: only the branch that ends last counts.</summary>
    [Fact]
    public void A_fork_goes_by_the_branch_that_ends_last() => AssertPath(
        "Working a 0-2, Waiting slow 2-3, Working slow 3-30",
        Message("a", null, 0, 0, 4),
        Message("quick", "a", 1, 2, 10),
        Message("slow", "a", 2, 3, 30));

    /// <summary>Join: the last part arrives at the joining actor, whose last message begins what follows.</summary>
    [Fact]
    public void A_join_goes_by_the_part_that_arrives_last() => AssertPath(
        "Working a 0-1, Waiting slow 1-2, Working slow 2-19, Waiting join2 19-21, Working join2 21-23, Waiting done 23-24, Working done 24-25",
        Message("a", null, 0, 0, 2),
        Message("quick", "a", 1, 2, 6),
        Message("slow", "a", 1, 2, 20),
        Message("join1", "quick", 5, 7, 8),
        Message("join2", "slow", 19, 21, 24),
        Message("done", "join2", 23, 24, 25));

    [Fact]
    public void A_handler_that_asks_waits_for_the_mailbox_and_the_work_of_the_other() => AssertPath(
        "Working a 0-2, Waiting q 2-6, Working q 6-9, Working a 9-12",
        Message("a", null, 0, 0, 12),
        Question("q", "a", 2, 6, 9));

    /// <summary>The asked actor forwards: the answer is that of the last one, and two calls of a library are awaited one after the other.</summary>
    [Fact]
    public void An_ask_that_is_forwarded_and_calls_elsewhere_goes_through_both() => AssertPath(
        "Working a 0-1, Waiting q 1-2, Working q 2-3, Waiting worker 3-5, Working worker 5-6, Awaiting sql 6-9, Working worker 9-10, Awaiting http 10-14, Working worker 14-15, Working a 15-17",
        Message("a", null, 0, 0, 17),
        Question("q", "a", 1, 2, 4),
        Question("worker", "q", 3, 5, 15),
        Call("sql", "worker", 6, 9),
        Call("http", "worker", 10, 14));

    [Fact]
    public void A_stashed_message_shows_its_first_processing_and_its_time_in_the_stash() => AssertPath(
        "Waiting m 0-2, Working m 2-3, Stashed again 3-10, Waiting again 10-11, Working again 11-15",
        Span("http", null, 0, 1),
        Message("m", "http", 0, 2, 3),
        Message("again", "http", 10, 11, 15) with { StashedIn = "m", Stash = 7 });

    /// <summary>PipeTo: the handler is over, the answer comes later, and the piped message follows from the handler. A scheduled one follows unseen.</summary>
    [Fact]
    public void What_follows_after_the_end_of_a_handler_is_what_it_had_begun_or_unseen() => AssertPath(
        "Working a 0-1, Waiting q 1-2, Working q 2-8, Unseen a 8-9, Waiting piped 9-10, Working piped 10-11, Unseen piped 11-20, Working timer 20-21",
        Message("a", null, 0, 0, 3),
        Question("q", "a", 1, 2, 8),
        Message("piped", "a", 9, 10, 11),
        Message("timer", "piped", 20, 20, 21));

    /// <summary>Beyond the ten: a question that times out, and the handler that then goes on.</summary>
    [Fact]
    public void A_question_that_outlives_its_asker_was_awaited_until_then() => AssertPath(
        "Working a 0-1, Waiting q 1-4, Working q 4-9, Waiting next 9-10, Working next 10-30",
        Message("a", null, 0, 0, 9),
        Question("q", "a", 1, 4, 20),
        Message("next", "a", 9, 10, 30));

    /// <summary>Beyond the ten: what a store may lose or clocks may shift still has a path without gaps.</summary>
    [Fact]
    public void A_missing_parent_begins_the_path_and_shifted_clocks_shorten_it()
    {
        AssertPath("Waiting b 2-5, Working b 5-8", Message("b", "lost", 2, 5, 8));
        AssertPath("Waiting b 1-4, Working b 4-8", Message("a", null, 3, 3, 5), Message("b", "a", 1, 4, 8));
        AssertPath("", []);
    }

    private static PathSpan Message(string id, string? parent, long sent, long start, long end) => new(id, parent, sent, start, end) { Name = id, IsMessage = true };

    private static PathSpan Question(string id, string parent, long sent, long start, long end) => Message(id, parent, sent, start, end) with { IsQuestion = true };

    private static PathSpan Span(string id, string? parent, long start, long end) => Message(id, parent, start, start, end) with { IsMessage = false };

    private static PathSpan Call(string id, string parent, long start, long end) => Span(id, parent, start, end) with { IsCall = true };

    private static void AssertPath(string expected, params PathSpan[] spans) => Assert.Equal(
        expected, string.Join(", ", PathWalk.Over(spans).Select(part => $"{part.Part} {part.Name} {part.Start.Ticks}-{part.Start.Ticks + part.Duration.Ticks}")));
}
