namespace AkkaInstrumentation.Tests;

/// <summary>A bucket leads to the trace of a message that is in it.</summary>
public sealed class ExemplarSpec
{
    [Theory]
    [InlineData(AkkaMetricNames.ActorProcessDuration, false)]
    [InlineData(AkkaMetricNames.ActorProcessDuration, true)]
    [InlineData(AkkaMetricNames.MailboxWaitDuration, false)]
    [InlineData(AkkaMetricNames.MailboxWaitDuration, true)]
    public async Task Durations_are_recorded_while_the_messages_span_is_current(string metric, bool awaits)
    {
        await using var host = await TestHost.Start(
            akka => akka.WithInstrumentation(),
            metrics: builder => builder.AddAkkaInstrumentation().SetExemplarFilter(ExemplarFilterType.TraceBased));
        var actor = await host.StartActor(AsyncHandler.Props(async (context, message) =>
        {
            var sender = context.Sender;
            if (awaits)
            {
                await Task.Yield();
            }

            sender.Tell(message);
        }));

        var sender = await TestHost.Traced(() => actor.Ask<string>("work", TimeSpan.FromSeconds(20)));
        var span = Assert.Single(await host.Exported(sender, 2), span => span.IsOfMessage());

        var exemplar = Assert.Single(host.Points()
            .Where(point => point.Metric == metric && point.Has(AkkaSpanAttributes.MessageType, "String"))
            .SelectMany(point => point.Exemplars));
        Assert.Equal((span.TraceId, span.SpanId), exemplar);
    }

    [Fact]
    public async Task A_failed_message_too()
    {
        await using var host = await TestHost.Start(
            akka => akka.AddHocon(ConfigurationFactory.ParseString("akka.loglevel = OFF"), HoconAddMode.Prepend).WithInstrumentation(),
            metrics: builder => builder.AddAkkaInstrumentation().SetExemplarFilter(ExemplarFilterType.TraceBased));
        var actor = await host.StartActor(Handler.Props((_, _) => throw new InvalidOperationException()));

        var sender = await TestHost.Traced(() => actor.Tell("fail"));
        var span = Assert.Single(await host.Exported(sender, 2), span => span.IsOfMessage());

        var point = Assert.Single(host.Points(), point => point.Metric == AkkaMetricNames.ActorProcessDuration
            && point.Has(AkkaSpanAttributes.MessageType, "String"));
        Assert.True(point.Has(AkkaSpanAttributes.ErrorType, typeof(InvalidOperationException).FullName));
        Assert.Equal((span.TraceId, span.SpanId), Assert.Single(point.Exemplars));
    }
}
