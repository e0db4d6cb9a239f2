using System.Net;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json;

namespace AkkaInstrumentation.Tests;

/// <summary>Orders that cannot be placed are refused at the door: a problem that names the field, and no actor hears of it.</summary>
[Collection(Alone.Name)]
public sealed class BadOrderSpec
{
    private static readonly (string Body, string[] Fields)[] WrongFields =
    [
        ("""{}""", ["product"]),
        ("""{ "product": null }""", ["product"]),
        ("""{ "product": " " }""", ["product"]),
        ("""{ "product": "tea", "quantity": 0 }""", ["quantity"]),
        ("""{ "product": "tea", "quantity": -1 }""", ["quantity"]),
        ("""{ "product": "tea", "card": null }""", ["card"]),
        ("""{ "product": "tea", "card": "" }""", ["card"]),
        ("""{ "product": "", "quantity": -1, "card": " " }""", ["product", "quantity", "card"]),
    ];

    private static readonly (string Body, string Detail)[] Unreadable =
    [
        ("""{ "product": "tea", "quantity": "two" }""", "$.quantity"),
        ("""{ "product": "tea", "quantity": 99999999999 }""", "$.quantity"),
        ("""{ "product": "tea", """, "LineNumber: 0"),
        ("tea", "LineNumber: 0"),
        ("null", "body"),
        ("", "body"),
    ];

    [Fact]
    public async Task A_field_that_is_missing_or_wrong_is_named_with_what_is_allowed()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        foreach (var (body, fields) in WrongFields)
        {
            var errors = (await Refused(shop, body)).GetProperty("errors").EnumerateObject().ToList();
            Assert.Equal(fields, errors.Select(error => error.Name));
            Assert.All(errors, error => Assert.StartsWith("must be ", Assert.Single(error.Value.EnumerateArray())
                .GetString(), StringComparison.Ordinal));
        }

        await NoActorHeardOfIt(shop);
    }

    [Fact]
    public async Task A_body_that_cannot_be_read_is_answered_with_where_it_is_wrong_and_is_a_trace_of_one_span_with_the_status()
    {
        await using var shop = await ShopUnderTest.StartAndOpen();
        foreach (var (body, detail) in Unreadable)
        {
            Assert.Contains(detail, (await Refused(shop, body)).GetProperty("detail").GetString(), StringComparison.Ordinal);
        }

        await NoActorHeardOfIt(shop);
        var refused = (await shop.Traces(Unreadable.Length + 1, spansInEach: 1)).Where(trace => trace.Spans.Count == 1).ToList();
        Assert.Equal(Unreadable.Length, refused.Count);
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
