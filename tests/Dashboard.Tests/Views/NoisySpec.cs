using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>The figures of a page beside each other, while actors of one type fail thousands of times a second.</summary>
public sealed class NoisySpec
{
    private const int Flood = 10_000;

    [Fact]
    public void A_trouble_of_many_actors_leaves_room_for_causes_of_other_kinds()
    {
        IReadOnlyList<AkkaCause> causes =
        [
            .. Enumerable.Range(0, 30).Select(i => Cause(AkkaCauseKinds.HotActor, $"/user/{i}")),
            Cause(AkkaCauseKinds.StarvedDispatcher, "/user/late"),
        ];
        Assert.Equal(
            ["/user/0", "/user/1", "/user/2", "/user/3", "/user/4", "/user/late"], DiagnosisView.Shown(causes).Select(cause => cause.Subject));

        static AkkaCause Cause(string kind, string path) => new(kind, kind, AkkaCertainty.Likely, "Actor") { Subject = path, NextStep = "Look." };
    }

    [Fact]
    public async Task Health_diagnosis_failures_and_figures_name_both_types_with_the_same_counts()
    {
        await using var host = await DashboardHost.Open("akka.loglevel = OFF\nakka.stdout-loglevel = OFF");
        await host.Get("overview");
        host.System.ActorOf(Props.Create(() => new QuietActor()), "quiet").TellTimes(12, "fail");
        host.System.ActorOf(Props.Create(() => new NoisyActor()), "noisy").TellTimes(Flood, "fail");

        await Eventually.Passes(() =>
        {
            var counts = new Dictionary<string, int> { ["NoisySpec.NoisyActor"] = Flood, ["NoisySpec.QuietActor"] = 12 };
            Assert.Equal(
                counts.Select(one => (one.Key, one.Value)),
                Rows("failures", "rows").Select(row => (Text(row, "actorType"), row.GetProperty("lastMinute").GetInt32())).OrderBy(row => row));
            Assert.Equal(
                counts.Select(one => (one.Key, one.Value)),
                Rows("overview", "actors").Where(row => counts.ContainsKey(Text(row, "type")))
                    .Select(row => (Text(row, "type"), row.GetProperty("recentFailures").GetInt32())));
            var troubles = Rows("status", "troubles").Select(row => $"{Text(row, "subject")}: {WithoutText(Text(row, "description"))}").Order();
            Assert.Equal(
                [
                    $"/user/noisy: {Flood} failures in 60 s: System.TimeoutException",
                    $"/user/noisy: {Flood} restarts in 60 s",
                    "/user/quiet: 12 failures in 60 s: System.InvalidOperationException",
                    "/user/quiet: 12 restarts in 60 s",
                ],
                troubles);
            Assert.All(Rows("diagnosis", "causes"), cause => Assert.Contains($"{counts[Text(cause, "actorType")]} restarts of ",
                cause.GetProperty("evidence")[0].GetString(), StringComparison.Ordinal));
            Assert.Equal(2, Rows("diagnosis", "causes").Count);
        });

        List<JsonElement> Rows(string view, string rows) => [.. host.Now(view).GetProperty(rows).EnumerateArray()];
    }

    // up to the name of the exception
    private static string WithoutText(string what) => string.Join(": ", what.Split(": ").Take(2));

    private static string Text(JsonElement row, string name) => row.GetProperty(name).GetString()!;

    private sealed class NoisyActor : ReceiveActor
    {
        public NoisyActor() => ReceiveAny(_ => throw new TimeoutException("noisy"));
    }

    private sealed class QuietActor : ReceiveActor
    {
        public QuietActor() => ReceiveAny(_ => throw new InvalidOperationException("quiet"));
    }
}
