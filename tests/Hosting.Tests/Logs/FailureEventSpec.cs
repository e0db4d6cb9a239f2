using Microsoft.Extensions.Configuration;

namespace AkkaInstrumentation.Tests.Logs;

/// <summary>
/// An exception is reported once: in the log record of the supervisor's line, which is an event in the message's span. Span events are there only
/// where they are asked for.
/// </summary>
public sealed class FailureEventSpec
{
    private const string Variable = "OTEL_SEMCONV_EXCEPTION_SIGNAL_OPT_IN";

    [Theory]
    [InlineData("on", "messaging.process.exception")]
    [InlineData("off", "akka.actor.process.exception")]
    public async Task The_supervisors_line_is_the_event_in_the_messages_span_and_has_the_exception(string messaging, string name)
    {
        await using var host = await Start(messaging);
        var actor = await host.Host.StartActor(Handler.Props((_, _) => throw new InvalidOperationException("the reason")));
        var sender = await TestHost.Traced(() => actor.Tell("fail"));

        await host.AssertIn(await host.SpanOf(sender, "Handler"), "the reason");
        var line = host.ExportedLine("the reason");
        Assert.Equal((name, LogLevel.Error), (line.Event, line.Level));
        Assert.IsType<InvalidOperationException>(line.Cause);
        Assert.Single(host.Exported.Lines, other => other.Cause is InvalidOperationException);
        Assert.All(host.Host.Sdk.SpansOf(sender.TraceId), span => Assert.Empty(span.Events));
    }

    /// <summary>The application handles the exception: the severity says so.</summary>
    [Fact]
    public async Task An_exception_after_which_the_actor_resumes_is_a_warning()
    {
        await using var host = await Start("off");
        var child = Handler.Props((_, _) => throw new InvalidOperationException("the reason"));
        var parent = await host.Host.StartActor(
            Supervising.Props(new OneForOneStrategy(-1, -1, _ => Directive.Resume), child));
        parent.Tell("fail", ActorRefs.NoSender);

        await host.Arrived("the reason");
        var line = host.ExportedLine("the reason");
        Assert.Equal(("akka.actor.process.exception", LogLevel.Warning), (line.Event, line.Level));
        Assert.IsType<InvalidOperationException>(line.Cause);
    }

    [Theory]
    [InlineData(null, null, false)]
    [InlineData("logs", null, false)]
    [InlineData("logs/dup", null, true)]
    [InlineData("span", null, false)]
    [InlineData("logs", true, true)]
    [InlineData("logs/dup", false, false)]
    public async Task The_standard_variable_asks_for_span_events_too_and_a_setting_takes_precedence(string? value, bool? setting, bool isEvent)
    {
        await using var host = await TestHost.StartWithServices(
            (akka, _) => akka.WithInstrumentation(options => options.Tracing.Exceptions.SpanEvents = setting)
                .AddHocon("akka.loglevel = OFF", HoconAddMode.Prepend),
            builder => builder.Configuration.AddInMemoryCollection(new Dictionary<string, string?> { [Variable] = value }));
        var actor = await host.StartActor(Handler.Props((_, _) => throw new InvalidOperationException("the reason")));
        actor.Tell("fail", ActorRefs.NoSender);

        await Eventually.True(() => host.Sdk.Spans.Any(IsFailed));
        var failed = host.Sdk.Spans.Single(IsFailed);
        Assert.Equal(isEvent ? ["exception"] : [], failed.Events.Select(said => said.Name));
        Assert.Equal(setting is not null ? "code" : value?.StartsWith("logs", StringComparison.Ordinal) == true ? Variable : "reference.conf",
            AkkaInstrumentationExtension.For(host.System).Control.Configuration["tracing.exceptions.span-events"].Origin);

        bool IsFailed(Activity span) => span.Status == ActivityStatusCode.Error
            && host.System.Name.Equals(span.GetTagItem(AkkaSpanAttributes.ActorSystemName));
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
    public async Task An_actor_that_cannot_start_has_an_event_of_its_own()
    {
        await using var host = await Start("on");
        host.System.ActorOf(Props.Create(() => new Unborn()));

        await host.Arrived("unborn");
        Assert.Equal("akka.actor.start.exception", host.ExportedLine("unborn").Event);
    }

    private static Task<LogHost> Start(string value) =>
        LogHost.Start(akka => akka.AddHocon($"akka.instrumentation.tracing.messaging-attributes = {value}", HoconAddMode.Prepend));

    public sealed class Unborn : ReceiveActor
    {
        public Unborn() => throw new InvalidOperationException("unborn");
    }
}
