using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>The figures of a page beside each other, while actors of one type fail thousands of times a second.</summary>
public sealed class NoisySpec
{
    private const int Flood = 10_000;

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
                Rows("failures", "rows").Select(row => (Text(row, "actor"), row.GetProperty("lastMinute").GetInt32())).OrderBy(row => row));
            Assert.Equal(
                counts.Select(one => (one.Key, one.Value)),
                Rows("overview", "actors").Where(row => counts.ContainsKey(Text(row, "type"))).Select(row => (Text(row, "type"), row.GetProperty("recentFailures").GetInt32())));
            var troubles = Rows("status", "troubles").Select(row => $"{Text(row, "path")}: {Text(row, "what")}").Order();
            Assert.Equal(
                [
                    $"/user/noisy: {Flood} failures in 60 s: System.TimeoutException",
                    $"/user/noisy: {Flood} restarts in 60 s",
                    "/user/quiet: 12 failures in 60 s: System.InvalidOperationException",
                    "/user/quiet: 12 restarts in 60 s",
                ],
                troubles);
            Assert.All(Rows("diagnosis", "causes"), cause => Assert.Contains($"{counts[Text(cause, "actor")]} restarts of ", cause.GetProperty("evidence")[0].GetString(), StringComparison.Ordinal));
            Assert.Equal(2, Rows("diagnosis", "causes").Count);
        });

        List<JsonElement> Rows(string view, string rows) => [.. host.Now(view).GetProperty(rows).EnumerateArray()];
    }

    [Fact]
    public async Task A_message_for_a_full_mailbox_is_lost_once()
    {
        await using var host = await DashboardHost.Open("small { mailbox-type = \"Akka.Dispatch.BoundedMailbox\", mailbox-capacity = 1, mailbox-push-timeout-time = 0s }");
        await host.Get("lost");
        using var hold = new Hold();
        var full = host.System.ActorOf(Handler.Props((_, message) => (message as Hold)?.Pass()).WithMailbox("small"), "full");
        full.Tell(hold, ActorRefs.NoSender);
        await hold.Entered;
        full.TellTimes(11, 1);
        await Eventually.Passes(() =>
        {
            var row = Assert.Single(host.Now("lost").GetProperty("rows").EnumerateArray(), row => Text(row, "message") == "Int32");
            Assert.Equal(("dead letter", "dropped", 10), (Text(row, "how"), Text(row, "reason"), row.GetProperty("messages").GetInt32()));
        });
        hold.Release();
    }

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
