using System.Diagnostics;
using System.Net.Http.Json;
using System.Text.RegularExpressions;

namespace AkkaInstrumentation.Tests;

/// <summary>The sample of a cluster: three real processes over TCP, a page on each, a killed node and a hot shard.</summary>
[Collection(Alone.Name)]
public sealed partial class ClusterSampleSpec
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    [ChromiumFact]
    public async Task The_page_of_each_node_shows_all_nodes_also_one_that_was_killed_and_one_that_is_new()
    {
        using var sample = BuiltProgram.Start("ClusterSample", "--urls=http://127.0.0.1:0");
        using var client = new HttpClient();
        try
        {
            var front = await Address(sample);
            _ = sample.StandardOutput.ReadToEndAsync();
            client.BaseAddress = front;
            Uri other = null!;
            await Eventually.True(
                async () => (other = (await Nodes(client)).Where(node => node is { Number: 2, Page: not null }).Select(node => new Uri($"{node.Page}/#/cluster")).FirstOrDefault()!) is not null,
                Patience);
            using var first = await BrowserPage.Open(new Uri(front, "akka/#/cluster"));
            using var second = await first.Another(other);
            BrowserPage[] pages = [first, second];
            foreach (var page in pages)
            {
                await Shows(page, states => states.Count(state => state == "answers") == 3);
            }

            using var buttons = await first.Another(front);
            await Eventually.True(() => buttons.Texts("#nodes button").Count == 2, timeout: Patience);
            await buttons.Click("hot");
            await Eventually.True(
                () => first.Texts("""td[data-label^="busiest"]""").Any(shards => HotShard().IsMatch(shards)), () => "no shard is hot", Patience);

            await buttons.Evaluate<bool>("document.querySelectorAll('#nodes button')[1].click(), true");
            foreach (var page in pages)
            {
                await Shows(page, states => states.Any(Gone().IsMatch));
            }

            await Eventually.True(() => buttons.Texts("#nodes button").Contains("Start node 3"), timeout: Patience);
            await buttons.Evaluate<bool>("document.querySelectorAll('#nodes button')[1].click(), true");
            foreach (var page in pages)
            {
                await Shows(page, states => states.Count(state => state == "answers") == 3 && states.Count == 4);
                Assert.True(await page.Evaluate<bool>("document.querySelectorAll('#view td.muted').length > 0"));
            }

            Assert.Empty(first.Errors);
        }
        finally
        {
            foreach (var node in await Nodes(client))
            {
                End(node.ProcessId);
            }

            sample.Kill();
        }
    }

    private static async Task<Uri> Address(Process sample)
    {
        while (await Eventually.Within(sample.StandardOutput.ReadLineAsync(), Patience) is { } line)
        {
            if (line.StartsWith("Three processes", StringComparison.Ordinal))
            {
                return new Uri(line.Split(' ').Single(word => word.StartsWith("http", StringComparison.Ordinal)));
            }
        }

        throw new InvalidOperationException("The sample has ended.");
    }

    private static async Task<IReadOnlyList<Node>> Nodes(HttpClient client) => (await client.GetFromJsonAsync<Node[]>("nodes"))!;

    private static Task Shows(BrowserPage page, Func<IReadOnlyList<string>, bool> expected) => Eventually.True(
        () => expected(page.Texts("""td[data-label="figures"]""")),
        () => $"the page shows {string.Join(" | ", page.Texts("#view tbody tr"))}",
        Patience);

    private static void End(int process)
    {
        try
        {
            using var node = Process.GetProcessById(process);
            node.Kill();
        }
        catch (ArgumentException)
        {
            // it has ended
        }
    }

    [GeneratedRegex(@"^(unreachable|has left), \d+ (s|min) old$")]
    private static partial Regex Gone();

    // At rest there are two orders a second, over twenty shards.
    [GeneratedRegex(@": \d\d")]
    private static partial Regex HotShard();

    private sealed record Node(int Number, int ProcessId, string? Page, bool Runs);
}
