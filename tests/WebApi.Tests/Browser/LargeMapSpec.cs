namespace AkkaInstrumentation.Tests;

/// <summary>The map of an application with many types, and the figures of what is chosen in it.</summary>
[Collection(ShopAtRest.Name)]
public sealed class LargeMapSpec(OpenShop open)
{
    // 60 types and 120 arrows; of the messages to the first one, one in 6,000 fails, of those to the second, one in ten.
    private static readonly string Many = Flows(Enumerable.Range(0, 120).Select(i => Flow(
        $"Shop{i % 60}Actor", $"Message{i}", $"Shop{((i * 7) + (i < 60 ? 1 : 4)) % 60}Actor", 6_000, 200 - i, i == 0 ? 1 : i == 1 ? 600 : 0)));

    // 120 types in 12 namespaces; each type sends to one of its own and to one of the next namespace.
    private static readonly string Spaces = Flows(Enumerable.Range(0, 60).SelectMany(i => new[]
    {
        Flow($"Shop{i}Actor", "Go", $"Shop{i + 12}Actor", 60, 1, 0), Flow($"Shop{60 + i}Actor", "Go", $"Shop{(61 + i) % 120}Actor", 60, 1, 0),
    }));

    private static readonly string Types = $$"""
        { "actors": [{{string.Join(',', Enumerable.Range(0, 120).Select(i => $$"""
            { "type": "Shop{{i}}Actor", "category": null, "namespace": "Company.Shop.Part{{i % 12}}", "waiting": {{(i == 3 ? 7 : 0)}}, "live": 1 }
            """))}}] }
        """;

    [ChromiumFact]
    public async Task One_failure_in_thousands_is_not_red_and_one_in_ten_is_a_share()
    {
        using var page = await Map(Many, least: 50, types: "{}");
        Assert.True(page.Has("button", "The map has the busiest 60 of 120 arrows. Show all"));
        Assert.Equal("Shop1Actor → Message1 → Shop8Actor, ✕ 10 % of 199/s", Assert.Single(Arrows(page), arrow => arrow.Contains('✕', StringComparison.Ordinal)));
        Assert.Contains("Shop0Actor → Message0 → Shop1Actor, 200/s, 1 failed: < 0.1 %", Arrows(page));
        Assert.Contains("✕ 600: 10 %", page.Column("Flows", "failures"));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task The_figures_of_a_chosen_type_stand_beside_the_map()
    {
        using var page = await Map(Many, least: 50, types: "{}");
        await Map(page).All("link").First(link => link.Name.Split(',')[0] == "Shop8Actor").Click();
        await Eventually.True(() => page.Has("complementary", Chosen));
        Assert.Equal("#/map", await page.Evaluate<string>("location.hash"));
        Assert.True(page.Has("heading", "Shop8Actor"));
        Assert.Contains("failures600: 5.0 %", page.The("complementary", Chosen).Text, StringComparison.Ordinal);
        Assert.Equal(["Its figures", "Its traces", "Its failures"], page.The("complementary", Chosen).All("link").Select(link => link.Name));
        await Map(page).Focus();
        await page.Press("Escape");
        await Eventually.True(() => !page.Has("complementary", Chosen));
        Assert.Empty(page.Errors);
    }

    [ChromiumFact]
    public async Task Of_more_types_than_can_be_read_those_of_one_namespace_are_one_box_until_it_is_opened()
    {
        using var page = await Map(Spaces, least: 5);
        string[] boxes = [.. Enumerable.Range(0, 12).Select(i => $"Part{i}, 10 types").Order(StringComparer.Ordinal)];
        Assert.Equal(boxes, Boxes(page));
        Assert.Contains(page.All("status"), one => one.Text.StartsWith("120 flows", StringComparison.Ordinal));

        await page.The("button", "Part3, 10 types").Focus();
        await page.Press("Enter");
        await Eventually.Equal(11, () => Boxes(page).Count);
        Assert.True(page.Has("link", "Shop3Actor, 7 waiting · 0.1 % busy") || page.Names("link").Any(name => name.Contains("Shop3Actor", StringComparison.Ordinal)));

        await page.Press("button", "Fold all namespaces");
        await Eventually.Equal(12, () => Boxes(page).Count);
        Assert.Empty(page.Errors);
    }

    /// <summary>On a phone nobody can read the picture.</summary>
    [ChromiumFact]
    public async Task On_a_phone_the_map_is_a_list()
    {
        using var page = await open.Page("lost");
        await page.Resize(390, 844);
        await page.Replace(("flow", Many));
        await page.Go("map");
        await Eventually.True(() => page.Has("list", "Flows"));
        Assert.Empty(Arrows(page));
        Assert.Empty(page.Errors);
    }

    private const string Chosen = "What is chosen";

    private static PageElement Map(BrowserPage page) => page.All("group").First(group => group.Name.StartsWith("Map of flows", StringComparison.Ordinal));

    private static IReadOnlyList<string> Arrows(BrowserPage page) => [.. page.Names("button").Where(name => name.Contains(" → ", StringComparison.Ordinal))];

    private static IReadOnlyList<string> Boxes(BrowserPage page) =>
        [.. page.Names("button").Where(name => name.EndsWith(" types", StringComparison.Ordinal)).Order(StringComparer.Ordinal)];

    // Types without namespaces are boxes of their own.
    private async Task<BrowserPage> Map(string flows, int least, string? types = null)
    {
        var page = await open.Page("lost");
        await page.Replace(("flow", flows), ("overview", types ?? Types));
        await page.Go("map");
        await Eventually.True(() => Arrows(page).Count > least);
        return page;
    }

    private static string Flow(string sender, string message, string receiver, int messages, int perSecond, int failures) => $$"""
        { "senderType": "{{sender}}", "messageType": "{{message}}", "receiverType": "{{receiver}}", "senderAddress": null, "category": null, "messages": {{messages}},
          "perSecond": {{perSecond}}, "failures": {{failures}}, "waitSeconds": 0.002, "workSeconds": 0.001 }
        """;

    private static string Flows(IEnumerable<string> flows) => $$"""{ "seconds": 60, "omitted": 0, "flows": [{{string.Join(',', flows)}}] }""";
}
