using System.Net;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>Orders that cannot be placed are refused at the door: a problem that names the field, and no actor hears of it.</summary>
[Collection(Alone.Name)]
public sealed class BadOrderSpec
{
    [Theory]
    [InlineData("""{}""", "product")]
    [InlineData("""{ "product": null }""", "product")]
    [InlineData("""{ "product": " " }""", "product")]
    [InlineData("""{ "product": "tea", "quantity": 0 }""", "quantity")]
    [InlineData("""{ "product": "tea", "quantity": -1 }""", "quantity")]
    [InlineData("""{ "product": "tea", "card": null }""", "card")]
    [InlineData("""{ "product": "tea", "card": "" }""", "card")]
    [InlineData("""{ "product": "", "quantity": -1, "card": " " }""", "product", "quantity", "card")]
    public async Task A_field_that_is_missing_or_wrong_is_named_with_what_is_allowed(string body, params string[] fields)
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        var problem = await Refused(shop, body);

        var errors = problem.GetProperty("errors").EnumerateObject().ToList();
        Assert.Equal(fields, errors.Select(error => error.Name));
        Assert.All(errors, error => Assert.StartsWith("must be ", Assert.Single(error.Value.EnumerateArray()).GetString(), StringComparison.Ordinal));
        await NoActorHeardOfIt(shop);
    }

    [Theory]
    [InlineData("""{ "product": "tea", "quantity": "two" }""", "$.quantity")]
    [InlineData("""{ "product": "tea", "quantity": 99999999999 }""", "$.quantity")]
    [InlineData("""{ "product": "tea", """, "LineNumber: 0")]
    [InlineData("tea", "LineNumber: 0")]
    [InlineData("null", "body")]
    [InlineData("", "body")]
    public async Task A_body_that_cannot_be_read_is_answered_with_where_it_is_wrong(string body, string detail)
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        var problem = await Refused(shop, body);

        Assert.Contains(detail, problem.GetProperty("detail").GetString(), StringComparison.Ordinal);
        await NoActorHeardOfIt(shop);
    }

    [Fact]
    public async Task A_refused_order_is_a_trace_of_one_span_that_carries_the_status()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        await Refused(shop, "{}");
        await Refused(shop, "tea");
        await NoActorHeardOfIt(shop);

        var refused = (await shop.Traces(traces: 3, spansInEach: 1)).Where(trace => trace.Spans.Count == 1).ToList();
        Assert.Equal(2, refused.Count);
        Assert.All(refused, trace => Assert.Equal(400L, trace.Request.Attributes["http.response.status_code"]));
    }

    private static async Task<JsonElement> Refused(ShopUnderTest shop, string body)
    {
        using var json = new StringContent(body, Encoding.UTF8, "application/json");
        using var response = await shop.Client.PostAsync("/orders", json);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal("application/problem+json", response.Content.Headers.ContentType?.MediaType);

        var problem = await response.Content.ReadFromJsonAsync<JsonElement>();
        Assert.Equal(400, problem.GetProperty("status").GetInt32());
        return problem;
    }

    // Whatever the bad order set off was in the actors' mailboxes before the good one.
    private static async Task NoActorHeardOfIt(ShopUnderTest shop)
    {
        await shop.PlaceOrder();
        await Eventually.Passes(() =>
        {
            foreach (var actor in new[] { "OrderActor", "PaymentActor", "BankActor" })
            {
                Assert.Equal(1, shop.Sum("akka.actor.messages", ("akka.actor.type", actor)));
            }

            Assert.Equal(0, shop.Sum("akka.actor.failures"));
            Assert.Equal(0, shop.Sum("akka.actor.restarts"));
        });
    }
}
