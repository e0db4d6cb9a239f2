namespace AkkaInstrumentation.Tests;

/// <summary>What the user's code adds to spans.</summary>
public sealed class EnricherSpec
{
    [Fact]
    public async Task It_gets_the_span_and_all_that_is_known_of_the_message()
    {
        await using var host = await TestHost.Start(akka =>
            akka.WithInstrumentation(o => o.Tracing.Enrich = (span, message) =>
        {
            if (message.Message is not string)
            {
                return;
            }

            span.SetTag("text", message.Message).SetTag("sender", message.Sender).SetTag("actor", message.Actor).SetTag("path", message.ActorPath);
            span.SetTag("wait", message.WaitTime).SetTag("current", ReferenceEquals(Activity.Current, span));
        }));
        var from = await host.StartActor(Echo.Props);
        var actor = await host.StartActor(Handler.Props((_, _) => { }));
        var sender = await TestHost.Traced(() =>
        {
            actor.Tell("first", from);
            host.System.ActorSelection(actor.Path).Tell("second", ActorRefs.NoSender);
        });

        var spans = (await host.Exported(sender, 3)).Where(span => span.IsOfMessage()).OrderBy(span => span.GetTagItem("text")).ToList();
        Assert.Equal(["first", "second"], spans.Select(span => span.GetTagItem("text")));
        Assert.Equal([from, null], spans.Select(span => span.GetTagItem("sender")));
        Assert.All(spans, span =>
        {
            Assert.Equal((actor, span.GetTagItem(AkkaSpanAttributes.ActorPath), true),
                (span.GetTagItem("actor"), span.GetTagItem("path"), span.GetTagItem("current")));
            var wait = TimeSpan.FromSeconds((double)span.GetTagItem(AkkaSpanAttributes.MailboxWaitDuration)!);
            Assert.InRange(((TimeSpan)span.GetTagItem("wait")! - wait).TotalMicroseconds, -1, 1);
        });
    }

    [Fact]
    public async Task The_enricher_of_a_later_call_replaces_it()
    {
        await using var host = await TestHost.Start(akka => akka
            .WithInstrumentation(o => o.Tracing.Enrich = (span, _) => span.SetTag("by", 1))
            .WithInstrumentation(o => o.Tracing.Enrich = (span, _) => span.SetTag("by", 2))
            .WithInstrumentation(o => o.Tracing.Enabled = true));

        Assert.Equal(2, Assert.Single(await host.SpansOf("message")).GetTagItem("by"));
    }
}
