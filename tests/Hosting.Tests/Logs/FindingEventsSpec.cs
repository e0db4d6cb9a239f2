using OpenTelemetry.Logs;

namespace AkkaInstrumentation.Tests.Logs;

/// <summary>Troubles as OpenTelemetry events.</summary>
public sealed class FindingEventsSpec
{
    [Fact]
    public async Task A_blocked_handler_is_one_event_when_it_begins_and_one_when_it_has_ended()
    {
        await using var host = await LogHost.Start(
            akka => akka.AddHocon("akka.instrumentation.blocking.threshold = 50ms", HoconAddMode.Prepend),
            (logging, exporter) => logging.AddAkkaFindingEvents().AddAkkaFindingEvents().AddProcessor(exporter));
        using var release = new ManualResetEventSlim();
        var actor = await host.Host.StartActor(Handler.Props((_, _) => release.Wait()));
        actor.Tell("block", ActorRefs.NoSender);

        await Eventually.True(() => host.Exported.Lines.Any(IsBlocked));
        var begin = Assert.Single(host.Exported.Lines, IsBlocked);
        Assert.Equal(LogLevel.Warning, begin.Level);
        Assert.Equal(
            [
                ("akka.actor.path", actor.Path.ToStringWithoutAddress()), ("akka.actor.type", "Handler"),
                ("akka.actor_system.name", host.System.Name), ("akka.finding.kind", "blocking"),
                ("akka.finding.level", "degraded"), ("akka.finding.state", "begin"),
            ],
            begin.Attributes.Where(attribute => attribute.Key != "akka.finding.description")
                .Select(attribute => (attribute.Key, attribute.Value!.ToString()!)).OrderBy(attribute => attribute.Key, StringComparer.Ordinal));
        Assert.NotEqual("", begin.Attributes["akka.finding.description"]);

        release.Set();
        await Eventually.True(() => host.Exported.Lines.Count(IsBlocked) > 1);
        var end = host.Exported.Lines.Last(IsBlocked);
        Assert.Equal((2, LogLevel.Information, "end"), (host.Exported.Lines.Count(IsBlocked), end.Level, end.Attributes["akka.finding.state"]));
        Assert.True((double)end.Attributes["akka.finding.duration"]! > 0);
        Assert.Equal(begin.Attributes["akka.actor.path"], end.Attributes["akka.actor.path"]);

        static bool IsBlocked(Line line) => line.Event == "akka.handler.blocked";
    }

    [Fact]
    public async Task Nothing_is_logged_without_the_call()
    {
        await using var host = await LogHost.Start(
            akka => akka.AddHocon("akka.instrumentation.blocking.threshold = 50ms", HoconAddMode.Prepend));
        using var release = new ManualResetEventSlim();
        (await host.Host.StartActor(Handler.Props((_, _) => release.Wait()))).Tell("block", ActorRefs.NoSender);
        await Eventually.True(() => SystemFindings.Read(
            AkkaInstrumentationExtension.For(host.System), new AkkaHealthCheckOptions(), Stopwatch.GetTimestamp()).Blocking.Count > 0);
        release.Set();
        Assert.DoesNotContain(host.Exported.Lines, line => line.Attributes.ContainsKey("akka.finding.state"));
    }

    [Fact]
    public void Each_kind_of_trouble_has_an_event_name_of_its_own() => Assert.Equal(
        typeof(AkkaFindingKinds).GetFields().Select(field => (string)field.GetRawConstantValue()!).Order(StringComparer.Ordinal),
        FindingEvents.Names.Keys.Order(StringComparer.Ordinal));
}
