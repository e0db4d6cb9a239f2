namespace AkkaInstrumentation.Tests.Logs;

/// <summary>The log event of the messaging conventions: the supervisor's line about a failed message, where the switch is on.</summary>
public sealed class FailureEventSpec
{
    private const string EventName = "messaging.process.exception";

    [Theory]
    [InlineData("on", EventName)]
    [InlineData("off", null)]
    public async Task The_supervisors_line_is_the_event_where_it_is_switched_on_and_has_the_exception(string value, string? name)
    {
        await using var host = await Start(value);
        var actor = await host.Host.StartActor(Handler.Props((_, _) => throw new InvalidOperationException("the reason")));
        actor.Tell("fail", ActorRefs.NoSender);

        await host.Arrived("the reason");
        var line = host.ExportedLine("the reason");
        Assert.Equal((name, Microsoft.Extensions.Logging.LogLevel.Error), (line.Event, line.Level));
        Assert.IsType<InvalidOperationException>(line.Cause);
    }

    [Fact]
    public async Task A_line_of_the_actor_itself_is_not_although_it_has_an_exception()
    {
        await using var host = await Start("on");
        var actor = await host.Host.StartActor(Handler.Props((context, _) => context.GetLogger()
            .Error(new InvalidOperationException(), "my own line")));
        actor.Tell("log", ActorRefs.NoSender);

        await host.Arrived("my own line");
        Assert.Null(host.ExportedLine("my own line").Event);
    }

    [Fact]
    public async Task An_actor_that_cannot_start_has_no_message_that_failed()
    {
        await using var host = await Start("on");
        host.System.ActorOf(Props.Create(() => new Unborn()));

        await host.Arrived("unborn");
        Assert.Null(host.ExportedLine("unborn").Event);
    }

    private static Task<LogHost> Start(string value) =>
        LogHost.Start(akka => akka.AddHocon($"akka.instrumentation.tracing.messaging-attributes = {value}", HoconAddMode.Prepend));

    public sealed class Unborn : ReceiveActor
    {
        public Unborn() => throw new InvalidOperationException("unborn");
    }
}
