namespace AkkaInstrumentation.Tests.Control;

/// <summary>
/// Rules of the user that match nothing are named once, by a look that a timer takes and a test at any time: the first one with traffic begins the
/// minute.
/// </summary>
public class UnmatchedRulesSpec
{
    private static readonly long s_begin = Stopwatch.GetTimestamp();

    private const string Rules =
        """
        akka.instrumentation.rules {
          numbers { message = Int32, trace = always }
          typo    { message = Strng, trace = never }
          nowhere { path = "/user/nobody/**", measure = off }
          all     { path = "/user/**", relation = parent }
          unused  { message = Nothing, enabled = off, trace = never }
        }
        """;

    [Fact]
    public async Task They_are_named_once()
    {
        await using var system = OneByOne.System(KeptLog.Hocon + Rules);
        var actor = await OneByOne.Start(system);
        using var spans = SpanRecorder.WithRoot(out _);
        await Akka.Actor.Futures.Ask<int>(actor, 1);
        await spans.WaitForStopped(1);

        Look(system, seconds: 0);
        Look(system, seconds: 59);
        Assert.Empty(await KeptLog.Whole(system.System));
        Look(system, seconds: 60);
        Look(system, seconds: 61);

        await Eventually.True(() => KeptLog.Of(system.System).Count > 0);
        Assert.Equal(
            "These rules have matched no message in the first minute with traffic: rule typo { message = \"Strng\", trace = never } (HOCON); "
            + "rule nowhere { path = \"/user/nobody/**\", measure = off } (HOCON). "
            + "system.GetInsight().Explain(path, type) shows why one does not match.",
            Assert.Single(await KeptLog.Whole(system.System)));
    }

    [Fact]
    public async Task Nothing_is_reported_before_a_message_was_seen()
    {
        await using var system = OneByOne.System(KeptLog.Hocon + Rules);

        Look(system, seconds: 0);

        Assert.False(system.Extension.Settings.Rules.HasDecided);
        Assert.Empty(await KeptLog.Whole(system.System));
    }

    [Fact]
    public async Task A_rule_that_has_matched_is_remembered_when_others_change_and_a_new_one_has_its_time()
    {
        await using var system = OneByOne.System(KeptLog.Hocon + "akka.instrumentation.rules.numbers { message = Int32, trace = always }");
        var actor = await OneByOne.Start(system);
        using var spans = SpanRecorder.WithRoot(out _);
        await Akka.Actor.Futures.Ask<int>(actor, 1);
        system.Control.Change("rules.new { message = Nothing, trace = never }");
        await Akka.Actor.Futures.Ask<string>(actor, "another");
        await spans.WaitForStopped(2);

        Look(system, seconds: 0);
        Assert.Empty(await KeptLog.Whole(system.System));
        Look(system, seconds: 60);

        await Eventually.True(() => KeptLog.Of(system.System).Count > 0);
        Assert.Contains("minute with traffic: rule new {", Assert.Single(await KeptLog.Whole(system.System)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_rule_that_an_earlier_one_hides_is_named()
    {
        await using var system = OneByOne.System(KeptLog.Hocon +
            """
            akka.instrumentation.rules {
              wide   { path = "/user/**", trace = always }
              narrow { message = Int32, trace = never }
              other  { message = Int32, trace = never, measure = off }
            }
            """);
        var actor = await OneByOne.Start(system);
        using var spans = SpanRecorder.WithRoot(out _);
        await Akka.Actor.Futures.Ask<int>(actor, 1);
        await spans.WaitForStopped(1);

        Look(system, seconds: 0);
        Look(system, seconds: 60);

        await Eventually.True(() => KeptLog.Of(system.System).Count > 0);
        Assert.Equal(
            "These rules have had no effect in the first minute with traffic, because earlier rules or attributes decide all that they set: "
            + "rule narrow { message = \"Int32\", trace = never } (HOCON). system.GetInsight().Explain(path, type) shows why one has no effect.",
            Assert.Single(await KeptLog.Whole(system.System)));
    }

    [Fact]
    public async Task Endless_changes_keep_no_rules_of_before()
    {
        await using var system = OneByOne.System(KeptLog.Hocon + Rules);
        var actor = await OneByOne.Start(system);
        using var spans = SpanRecorder.WithRoot(out _);
        for (var i = 0; i < 100; i++)
        {
            system.Control.Change($"rules.new {{ message = Nothing{i}, trace = never }}");
            await Akka.Actor.Futures.Ask<int>(actor, 1);
            Look(system, seconds: 0);
        }

        Assert.Equal(3, system.Extension.Insight.UnmatchedRules.Kept); // typo, nowhere, new
    }

    private static void Look(TestSystem system, int seconds) =>
        system.Extension.Insight.UnmatchedRules.Look(system.Extension, s_begin + (seconds * Stopwatch.Frequency));
}
