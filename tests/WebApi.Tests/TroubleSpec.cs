using System.Net;

namespace AkkaInstrumentation.Tests;

/// <summary>Troubles of the sample that the status shows.</summary>
[Collection(Alone.Name)]
public sealed class TroubleSpec
{
    [Fact]
    public async Task A_mailbox_that_stays_deep_after_a_rush_is_no_longer_shown_as_growing()
    {
        await using var shop = await ShopUnderTest.StartAndOpen(ShopUnderTest.ShortRush, "--Trouble:Lasts=01:00:00");
        await Provoke(shop, "block");
        await Provoke(shop, "rush");

        await Eventually.Passes(() =>
        {
            var trouble = Assert.Single(shop.Dashboard("status").GetProperty("troubles")
                .EnumerateArray(), one => one.GetProperty("kind").GetString() == "growing");
            Assert.EndsWith(" messages wait, no longer growing", trouble.GetProperty("description").GetString(), StringComparison.Ordinal);
        });
    }

    private static async Task Provoke(ShopUnderTest shop, string trouble)
    {
        using var response = await shop.Client.PostAsync($"/trouble/{trouble}", content: null);
        Assert.Equal(HttpStatusCode.Accepted, response.StatusCode);
    }
}
