using System.Globalization;
using System.Net.Http.Json;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// The samples in processes of their own, scraped by a Prometheus: at rest for a while, then in all their troubles, until each alert has fired.
/// Does nothing where Prometheus is not installed.
/// </summary>
public sealed class TroubledSamples : IAsyncLifetime
{
    private static readonly Regex Address = new(@"http://[0-9.]+:\d+");

    /// <summary>What must be installed.</summary>
    public const string Program = "prometheus";

    /// <summary>
    /// The alerts that no sample gets into: none has a journal that refuses writes, a shard that restarts or loses its coordinator, or time to hold a
    /// stream for five minutes, and a node that is late but not unreachable is no state that a busy machine can be held in. One of them may fire
    /// beside those that are played. <see cref="PromtoolSpec"/> plays them to the rules.
    /// </summary>
    internal static readonly string[] NotPlayed =
        ["AkkaHeartbeatsLate", "AkkaShardBufferLost", "AkkaShardHasNoHome", "AkkaStreamStalled", "AkkaWritesFail"];

    private const int Nodes = 4;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(150);

    private readonly List<IDisposable> _started = [];

    internal PrometheusProcess Prometheus { get; private set; } = null!;

    /// <summary>What the board showed at rest: the most members that a node saw, and the fewest.</summary>
    internal List<double> SeenByNodes { get; } = [];

    /// <summary>The alerts that fired in the troubles.</summary>
    internal IReadOnlyList<string> Fired { get; private set; } = [];

    public async Task InitializeAsync()
    {
        if (PromtoolFactAttribute.Find(Program) is not { } program)
        {
            return;
        }

        // without customers, so that only what is played fires; a trouble that has begun goes on until the end
        var shop = Start(
            "WebApi", "--urls=http://127.0.0.1:0", "--Traffic:Running=false", "--Trouble:Lasts=01:00:00", "--Warehouse:RushTime=01:00:00");
        var front = Start("ClusterSample", "--urls=http://127.0.0.1:0");
        var ready = await front.Line("Three processes");
        var leaving = Node(await front.Line("keeps orders"));
        var frozen = Node(await front.Line("keeps orders"));
        var fourth = Node(await Start("ClusterSample", "--join", ready.Split(' ')[^1]).Line("keeps orders"));
        var shopAddress = Address.Match(await shop.Line("The shop runs")).Value;
        Prometheus = Started(new PrometheusProcess(program,
        [
            ("shop", [HostAndPort(shopAddress)]),
            ("cluster", [HostAndPort(Address.Match(ready).Value), leaving.Target, frozen.Target, fourth.Target]),
        ]));

        await Eventually.True(Prometheus.IsReady, Patience);
        using var client = new HttpClient { BaseAddress = new Uri(shopAddress) };
        await Rest(client);
        await Trouble(client, leaving.Process, frozen.Process);
    }

    public Task DisposeAsync()
    {
        _started.Reverse();
        _started.ForEach(started => started.Dispose());
        return Task.CompletedTask;
    }

    // Late heartbeats on a busy machine are a trouble; then it waits for another quiet while.
    private async Task Rest(HttpClient shop)
    {
        await Eventually.True(
            async () => (await Prometheus.Query("akka_cluster_members{akka_cluster_member_status=\"up\"}"))
                .Count(node => node.Value == Nodes) == Nodes, Patience);
        var begin = DateTime.UtcNow;
        await Eventually.True(
            async () =>
            {
                await Order(shop, card: "4242");
                return await Single($"min(count_over_time(up[{Seconds(begin)}s]))") >= 15 && (await Firing("15s")).Count == 0;
            },
            Patience);
        foreach (var query in Boards.Queries.Where(query => query.Place.EndsWith("Do the nodes agree?", StringComparison.Ordinal)))
        {
            SeenByNodes.AddRange((await Prometheus.Query(query.WithAll())).Select(seen => seen.Value));
        }
    }

    private async Task Trouble(HttpClient shop, int leaving, int frozen)
    {
        var begin = DateTime.UtcNow;
        ProgramUnderTest.Signal(leaving, "TERM");
        foreach (var trouble in new[] { "block", "rush", "lost", "starve", "full", "mail", "stall", "late" })
        {
            await Post(shop, trouble);
        }

        var (isFrozen, isKilled) = (false, false);
        await Play(
            async () =>
            {
                for (var i = 0; i < 5; i++)
                {
                    await Order(shop, card: "0000");
                }

                // one node has left, the next one stands still; it ends while it is a member still, because only members are called again, in vain
                if (!isFrozen && await IsThere("akka_cluster_removals_total{akka_cluster_member_status=\"exiting\"}"))
                {
                    ProgramUnderTest.Signal(frozen, "STOP");
                    isFrozen = true;
                }
                else if (!isKilled && await IsThere("akka_cluster_unreachable_members > 0"))
                {
                    ProgramUnderTest.Signal(frozen, "KILL");
                    isKilled = true;
                }

                Fired = [.. (await Firing($"{Seconds(begin)}s")).Except(NotPlayed)];
                return Fired.Count == Alerts.All.Count - NotPlayed.Length && await IsThere("akka_remote_errors_total")
                    && await IsThere("akka_remote_quarantines_total");
            });

        // what is missing is shown by the tests
        static async Task Play(Func<Task<bool>> isOver)
        {
            try
            {
                await Eventually.True(isOver, Patience);
            }
            catch (TimeoutException)
            {
            }
        }
    }

    private static int Seconds(DateTime since) => 1 + (int)(DateTime.UtcNow - since).TotalSeconds;

    private static async Task Post(HttpClient shop, string trouble)
    {
        using var answer = await shop.PostAsync(new Uri($"/trouble/{trouble}", UriKind.Relative), content: null);
        answer.EnsureSuccessStatusCode();
    }

    private static async Task Order(HttpClient shop, string card)
    {
        using var order = await shop.PostAsJsonAsync("/orders", new { product = "tea", card });
    }

    private async Task<bool> IsThere(string series) => (await Prometheus.Query(series)).Count > 0;

    private async Task<double> Single(string query) => (await Prometheus.Query(query)).Select(sample => sample.Value).DefaultIfEmpty().Max();

    private async Task<IReadOnlyList<string>> Firing(string range) =>
        [.. (await Prometheus.Query($"count by (alertname) (count_over_time(ALERTS{{alertstate=\"firing\"}}[{range}]))"))
            .Select(alert => alert.Labels["alertname"])];

    private ProgramUnderTest Start(string sample, params string[] arguments) =>
        Started(ProgramUnderTest.Start(BuiltProgram.Info(sample, arguments)));

    private T Started<T>(T process) where T : IDisposable
    {
        _started.Add(process);
        return process;
    }

    private static (int Process, string Target) Node(string line) =>
        (int.Parse(Regex.Match(line, @"process (\d+)").Groups[1].Value, CultureInfo.InvariantCulture), HostAndPort(Address.Match(line).Value));

    private static string HostAndPort(string address) => new Uri(address).Authority;
}
