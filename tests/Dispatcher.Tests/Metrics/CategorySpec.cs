namespace AkkaInstrumentation.Tests.Metrics;

/// <summary><c>akka.actor.category</c>: every value that has an infrastructure actor's type says that it is no actor of the application.</summary>
public sealed class CategorySpec
{
    private const string Rules = "akka.instrumentation.rules.proxy { path = [\"/user/proxy\", \"/user/gone\"], kind = infrastructure, actor-name = Proxy }";

    [Fact]
    public async Task Every_value_with_the_type_of_infrastructure_has_its_category_and_none_of_the_application_has_one()
    {
        await using var system = Systems.Instrumented(Rules).Measured(out var metrics);
        var proxy = system.ActorOf(Props.Create(() => new Proxy()), "proxy");
        var gone = system.ActorOf(Props.Create(() => new Proxy()), "gone");
        Assert.True(await gone.GracefulStop(TimeSpan.FromSeconds(20)));
        gone.Tell("lost", ActorRefs.NoSender);
        proxy.Tell(1, ActorRefs.NoSender);
        proxy.Tell("fail", ActorRefs.NoSender);
        var shop = system.ActorOf(Handler.Fallible);
        Assert.Equal("work", await shop.Ask<string>("work", TimeSpan.FromSeconds(20)));

        string[] wanted =
        [
            AkkaMetricNames.ActorMessages, AkkaMetricNames.ActorFailures, AkkaMetricNames.ActorLive,
                AkkaMetricNames.ActorFlowMessages, AkkaMetricNames.ActorFlowFailures,
            AkkaMetricNames.ActorMessageUnhandled, AkkaMetricNames.ActorStarted, AkkaMetricNames.ActorDeadLetters,
            AkkaMetricNames.ActorProcessDuration,
        ];
        await Eventually.Passes(() => Assert.Equal(wanted.Order(), All().Where(IsProxys)
            .Select(measured => measured.Name).Intersect(wanted).Distinct().Order()));
        Assert.All(All()
            .Where(IsProxys), measured => Assert.True("infrastructure" == (string?)measured.Tag(AkkaMetricAttributes.ActorCategory), $"{measured}"));
        var others = All().Where(measured => !IsProxys(measured)).ToList();
        Assert.NotEmpty(others);
        Assert.All(others, measured => Assert.Null(measured.Tag(AkkaMetricAttributes.ActorCategory)));

        List<Measured> All() => [.. metrics.Recorded, .. metrics.Poll()];
        static bool IsProxys(Measured measured) => measured.Tag(AkkaSpanAttributes.ActorType) is "Proxy";
    }

    private sealed class Proxy : UntypedActor
    {
        protected override void OnReceive(object message)
        {
            Fail.If(message is "fail");

            Unhandled(message);
        }
    }
}
