using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// The whole programs of the README and of the start pages: a new project with exactly this text and the packages that the document adds.
/// </summary>
[Collection(PackagesCollection.Name)]
public sealed class ReadmeProgramSpec(PackedFixture packed)
{
    private static readonly (string Name, string Value)[] OnAnyPort =
        [("ASPNETCORE_ENVIRONMENT", "Development"), ("ASPNETCORE_URLS", "http://127.0.0.1:0")];

    [PackageFact]
    public Task The_readmes_program_answers_and_shows_the_trace_from_the_request_on_its_page() => AnswersAndShowsTheTrace(Strangers.Readme);

    [PackageFact]
    public Task That_of_the_page_for_web_applications_does_so_too() => AnswersAndShowsTheTrace(Strangers.Web);

    [PackageFact]
    public async Task The_worker_packs()
    {
        using var worker = packed.Strangers[Strangers.Worker].Start();
        Assert.Contains("tea is packed", await worker.Line("tea is packed"), StringComparison.Ordinal);
    }

    [PackageFact]
    public void The_console_program_prints_a_span_and_a_metric()
    {
        var printed = packed.Strangers[Strangers.Console].Run();
        Assert.Contains("tea is in stock", printed, StringComparison.Ordinal);
        Assert.Contains("OrderActor/String", printed, StringComparison.Ordinal);
        Assert.Contains("akka.actor.messages", printed, StringComparison.Ordinal);
    }

    [PackageFact]
    public async Task Two_nodes_of_the_cluster_program_show_a_trace_that_goes_from_one_to_the_other()
    {
        var project = packed.Strangers[Strangers.Cluster];
        var second = $"{FreePort.Find()}";
        using var one = project.Start(OnAnyPort);
        using var front = await Browser(one);
        using var two = project.Start([.. OnAnyPort, ("port", second)]);
        using var back = await Browser(two);

        var order = 0;
        await Eventually.True(async () =>
        {
            var answer = await front.GetAsync($"/order/{order++}");
            return answer.IsSuccessStatusCode && (await answer.Content.ReadAsStringAsync()).Contains($":{second}", StringComparison.Ordinal);
        });
        await Eventually.True(async () =>
        {
            await front.GetAsync($"/order/{order++}");
            var texts = new List<string>();
            foreach (var trace in await Traces(front))
            {
                // it is not there until the other node has answered
                using var answer = await front.GetAsync($"/akka/api/v1/trace?id={trace.GetProperty("id").GetString()}");
                texts.Add(answer.IsSuccessStatusCode ? await answer.Content.ReadAsStringAsync() : "");
            }

            return texts.Any(text => text.Contains("send PlaceOrder", StringComparison.Ordinal)
                && text.Contains("\"OrderActor", StringComparison.Ordinal));
        });
    }

    private async Task AnswersAndShowsTheTrace(string document)
    {
        using var shop = packed.Strangers[document].Start(OnAnyPort);
        using var browser = await Browser(shop);

        Assert.Contains("<html", await browser.GetStringAsync("/akka/"), StringComparison.OrdinalIgnoreCase);
        await Eventually.True(async () =>
        {
            // an order while the page is open: traces are taken while a page is open
            Assert.Equal("tea is in stock", await browser.GetStringAsync("/order/tea"));
            return (await Traces(browser)).Any(trace =>
                trace.GetProperty("spans").GetInt32() == 4 && trace.GetProperty("name").GetString() == "GET /order/{item}");
        });
    }

    private static async Task<HttpClient> Browser(ProgramUnderTest program) =>
        new() { BaseAddress = new Uri((await program.Line("Now listening on:")).Split(": ", 2)[1].Trim()) };

    private static async Task<IReadOnlyList<JsonElement>> Traces(HttpClient browser) =>
        [.. (await ReadApi.Ask(browser, new Uri(browser.BaseAddress!, "/akka/api/v1/traces"))).GetProperty("traces").EnumerateArray()];
}
