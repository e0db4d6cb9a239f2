namespace AkkaInstrumentation.Tests.Health;

/// <summary>Which journals are slow, from what their answers took.</summary>
public sealed class SlowJournalsSpec
{
    private static readonly long Second = Stopwatch.Frequency;
    private readonly ActorTypeInfo _type = ActorTypes.One();
    private readonly long _now = 1_000 * Ticks.Minute;

    [Theory]
    [InlineData(0, 3, 1)]
    [InlineData(3, 3, 1)]
    [InlineData(0, 2, 0)]
    [InlineData(10_000, 1, 0)]
    [InlineData(10_000, 10, 0)]
    public void It_is_slow_when_several_answers_are_and_the_mean_is(int fast, int slow, int causes)
    {
        Add(fast, Second / 1_000);
        Add(slow, 3 * Second);
        Assert.Equal(causes, Causes(_now).Count);
    }

    [Fact]
    public void One_answer_after_minutes_does_not_make_it_slow()
    {
        Add(20, Second / 1_000);
        Add(1, 300 * Second);
        Assert.Empty(Causes(_now));
    }

    [Fact]
    public void A_minute_later_it_is_forgotten()
    {
        Add(20, Second);
        Assert.Single(Causes(_now));
        Assert.Empty(Causes(_now + Ticks.Minute));
    }

    [Fact]
    public void An_answer_that_stands_for_many_weighs_as_many()
    {
        JournalTimes.Of(_type).Add(new(Second / 1_000, 10, null), _now);
        Add(20, 3 * Second);
        Assert.Empty(Causes(_now));
    }

    [Fact]
    public void Where_a_dispatcher_lacks_threads_the_journal_may_lack_them_too()
    {
        var seen = Seen(_now) with { Journals = [new("Cart", "sql", 3.2, 18, 9)] };
        var cause = Assert.Single(AkkaDiagnosis.Read(seen).Causes);
        Assert.Equal(("sql takes 3.2 s to write for Cart.", AkkaCertainty.Certain), (cause.Description, cause.Certainty));
        Assert.Equal("18 writes a minute, 3.2 s from the request to the answer on average", cause.Evidence[0]);

        var starved = Found.Nothing with { Starved = new(1, [new(new("akka.actor.default-dispatcher"), 20)]) };
        cause = AkkaDiagnosis.Read(seen with { Found = starved }).Causes.Single(cause => cause.Kind == AkkaCauseKinds.SlowStore);
        Assert.Equal(AkkaCertainty.Likely, cause.Certainty);
    }

    private void Add(int answers, long ticks)
    {
        for (var i = 0; i < answers; i++)
        {
            JournalTimes.Of(_type).Add(new(ticks, 0, ticks >= JournalTimes.Slow ? "sql" : null), _now);
        }
    }

    private Symptoms Seen(long now) => new(Found.Nothing, [], []) { Journals = [.. SlowJournal.Read([_type], now)] };

    private IReadOnlyList<AkkaCause> Causes(long now) => AkkaDiagnosis.Read(Seen(now)).Causes;
}
