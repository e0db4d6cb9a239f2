using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>A trouble of the sample that has to last for a while before it is one: in a process of its own, beside other tests.</summary>
public sealed class StarvedSpec
{
    [Fact]
    public async Task Threads_that_are_taken_for_moments_are_a_trouble_although_no_handler_blocks_and_no_message_is_old()
    {
        using var shop = ShopProcess.Start("--urls", "http://127.0.0.1:0", "--Traffic:Running=false", "--Trouble:Lasts=01:00:00");
        var address = (await shop.Line("The shop runs on ")).Split(' ').Single(word => word.StartsWith("http", StringComparison.Ordinal));
        using var client = new HttpClient { BaseAddress = new Uri(address) };
        using (var begun = await client.PostAsync("/trouble/starve", content: null))
        {
            begun.EnsureSuccessStatusCode();
        }

        await Eventually.Passes(
            () =>
            {
                var starved = Assert.Single(Found("status", "troubles"), one => one.GetProperty("kind").GetString() == "starved");
                Assert.Equal("akka.actor.default-dispatcher", starved.GetProperty("subject").GetString());
                var cause = Assert.Single(Found("diagnosis", "causes"), one => one.GetProperty("kind").GetString() == "starved_dispatcher");
                Assert.Contains(cause.GetProperty("evidence").EnumerateArray(),
                    evidence => evidence.GetString()!.Contains("ClerkActor keeps ", StringComparison.Ordinal));
            },
            TimeSpan.FromSeconds(90));

        IEnumerable<JsonElement> Found(string question, string part) =>
            ReadApi.Ask(client, new Uri(client.BaseAddress, $"/akka/api/v1/{question}")).GetAwaiter().GetResult().GetProperty(part).EnumerateArray();
    }
}
