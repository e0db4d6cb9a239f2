using Akka.Pattern;

namespace AkkaInstrumentation.Tests;

/// <summary>What the metrics show of an actor that tries again, of a circuit breaker, and of answers that are errors.</summary>
[Collection(Alone.Name)]
public sealed class MailSpec
{
    private static readonly (string Key, object Value) Mail = ("akka.actor.type", "MailActor");
    private static readonly (string Key, object Value) Server = ("akka.circuit_breaker.name", "mail server");

    [Fact]
    public async Task A_mail_is_tried_again_until_the_circuit_breaker_opens_and_then_refused_with_an_error()
    {
        await using var shop = await ShopUnderTest.StartAndOpen("--Trouble:Lasts=00:05:00");
        Assert.Equal(1, shop.Sum("akka.circuit_breaker.state", Server, ("akka.circuit_breaker.state", "closed")));
        using var begun = await shop.Client.PostAsync("/trouble/mail", content: null);
        begun.EnsureSuccessStatusCode();

        await Eventually.Passes(() =>
        {
            Assert.True(shop.Sum("akka.actor.retries", Mail) >= 5);
            Assert.True(shop.Sum("akka.circuit_breaker.openings", Server) >= 1);
            Assert.True(shop.Sum("akka.actor.error_replies", Mail, ("error.type", typeof(OpenCircuitException).FullName!)) >= 2);
        });
        Assert.Equal(0, shop.Sum("akka.circuit_breaker.state", Server, ("akka.circuit_breaker.state", "closed")));
    }
}
