namespace AkkaInstrumentation.Tests;

/// <summary>An order is followed from a page in a browser.</summary>
[Collection(ShopAtRest.Name)]
public sealed class FollowPageSpec(OpenShop open)
{
    [ChromiumFact]
    public async Task An_order_is_followed_after_one_question_and_undone_by_one_click()
    {
        using var page = await open.Page("settings");
        await Eventually.True(() => page.Has("button", "Follow"));
        await page.Fill("Attribute or baggage", "order.id");
        await page.Fill("at actors", "/user/**");
        await page.Press("button", "Follow");
        await page.Press("button", "Apply");
        await Eventually.Passes(() => Assert.Contains(
            page.All("status"), one => one.Text.StartsWith("An attribute needs a value, and a value needs an attribute.", StringComparison.Ordinal)));

        // what was refused can be corrected; the browser calls the answer an error
        page.Errors.Clear();
        Assert.Equal("/user/**", page.The("textbox", "at actors").Get<string>("this.value"));
        await page.Fill("has the value", "42");
        await page.Fill("minutes", "2");
        await page.Fill("traces at most", "7");
        await page.Press("button", "Follow");
        await Eventually.True(() => page.Has("button", "Apply"));
        await page.Press("button", "Apply");
        await Eventually.Passes(() => Assert.Equal(["each message with order.id = 42 to /user/**"], page.Column("Followed now", "Messages")));
        Assert.Equal(["0 of 7"], page.Column("Followed now", "traces"));
        await Eventually.Equal("", () => page.The("textbox", "at actors").Get<string>("this.value"));

        await page.Press("button", "Undo each message with order.id = 42 to /user/** (7 traces at most) is followed for 2 minutes");
        await Eventually.True(() => !page.Has("table", "Followed now"));
        Assert.Equal(0, open.Shop.Dashboard("settings").GetProperty("followed").GetArrayLength());
        Assert.Empty(page.Errors);
    }
}
