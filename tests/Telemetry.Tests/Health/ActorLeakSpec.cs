namespace AkkaInstrumentation.Tests.Health;

/// <summary>Actors that are started in each minute and never stopped may be a leak; those of a start-up are not.</summary>
public sealed class ActorLeakSpec
{
    public static TheoryData<string, bool, long[], long[]> Histories => new()
    {
        // started at the begin of six minutes and now; stopped likewise
        { "a leak", true, [500, 700, 900, 1_100, 1_300, 1_500, 1_540], [0, 0, 0, 0, 0, 0, 0] },
        { "a leak that begins", true, [0, 300, 600, 900, 1_200, 1_500, 1_500], [0, 0, 0, 0, 0, 0, 0] },
        { "a leak of few among very many", true, [90_000, 90_020, 90_040, 90_060, 90_080, 90_100, 90_101], [0, 0, 0, 0, 0, 0, 0] },
        { "a leak of which some stop", true, [500, 700, 900, 1_100, 1_300, 1_500, 1_540], [0, 10, 20, 30, 40, 50, 50] },
        { "few actors", false, [0, 100, 200, 300, 400, 500, 540], [0, 0, 0, 0, 0, 0, 0] },
        { "a start-up", false, [0, 9_000, 9_500, 9_500, 9_500, 9_500, 9_500], [0, 0, 0, 0, 0, 0, 0] },
        { "a warm-up that slows down", false, [0, 3_000, 5_000, 6_300, 7_100, 7_600, 7_650], [0, 0, 0, 0, 0, 0, 0] },
        { "a minute without a new one", false, [500, 700, 900, 900, 1_300, 1_500, 1_540], [0, 0, 0, 0, 0, 0, 0] },
        { "sessions that end later", false, [5_000, 5_200, 5_400, 5_600, 5_800, 6_000, 6_040], [0, 0, 0, 0, 60, 120, 130] },
        { "nine of ten stop", false, [5_000, 6_000, 7_000, 8_000, 9_000, 10_000, 10_200], [0, 900, 1_800, 2_700, 3_600, 4_500, 4_600] },
        { "a load that ends, and its actors with it", false, [500, 700, 900, 1_100, 1_300, 1_500, 1_500], [0, 0, 0, 0, 0, 0, 8] },
        { "no actor at all", false, [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0] },
    };

    [Theory]
    [MemberData(nameof(Histories))]
    public void A_leak_grows_in_each_minute_while_hardly_any_actor_stops(string history, bool isLeak, long[] started, long[] stopped) =>
        Assert.True(isLeak == GrowingType.Grows([.. started.Zip(stopped, (began, ended) => new ActorCounts(began, ended))]), history);

    [Fact]
    public void The_cause_names_the_parent_and_has_the_figures_and_health_is_degraded()
    {
        var found = Found.Nothing with
        {
            Leaking = new(1,
                [new("SessionActor", "/user/sessions/$b", 4_200, 2_100, 0, 312) { Parent = "/user/sessions", ParentType = "DoorActor" }]),
        };
        var cause = Assert.Single(AkkaDiagnosis.Read(new Symptoms(found, [], [])).Causes);
        Assert.Equal("DoorActor starts ever more actors SessionActor: they are started and not stopped.", cause.Description);
        Assert.Equal(("actor_leak", AkkaCertainty.Possible, "/user/sessions/$b"), (cause.Kind, cause.Certainty, cause.Subject));
        Assert.Equal(
            ["4200 live, 2100 more than 5 min 12 s ago, and more all the time", "none has stopped",
                "the latest is /user/sessions/$b, a child of /user/sessions"],
            cause.Evidence);
        var trouble = Assert.Single(SystemHealth.From(found, new()).Troubles);
        Assert.Equal(("leaking", HealthLevel.Degraded, "/user/sessions (SessionActor): 4200 live, 2100 more in 312 s, 0 have stopped"),
            (trouble.Kind, trouble.Level, trouble.Text));
    }
}
