namespace AkkaInstrumentation.Tests;

/// <summary>The text of a message, on its span: only if it is asked for, and never at the message's expense.</summary>
public sealed class ContentSpec
{
    [Fact]
    public async Task No_message_is_asked_for_its_content_unless_it_is_on()
    {
        var asked = 0;
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(o => o.Tracing.Content.Redactor = _ => $"{++asked}"));
        var span = Assert.Single(await host.SpansOf(1));

        Assert.DoesNotContain(span.TagObjects, tag => tag.Key == AkkaSpanAttributes.MessageContent);
        Assert.Equal(0, asked);
    }

    [Fact]
    public async Task It_is_the_text_of_the_message_cut_to_its_length()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(o =>
        {
            o.Tracing.Content.Enabled = true;
            o.Tracing.Content.MaxLength = 4;
        }));

        // the last one ends in a character of two halves, which is left out as a whole
        var spans = await host.SpansOf("text", "longer", 1.5, new Order("x"), "abc\U0001F600");
        Assert.Equal(["text", "long", "1.5", "Orde", "abc"], spans.Select(Content));
    }

    [Fact]
    public async Task The_content_is_that_of_the_moment_when_the_handler_got_the_message()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(o => o.Tracing.Content.Enabled = true));
        var message = new Mutable { Text = "before" };
        var actor = await host.StartActor(Handler.Props((_, received) => ((Mutable)received).Text = "after"));
        var sender = await TestHost.Traced(() => actor.Tell(message, ActorRefs.NoSender));

        Assert.Equal("before", Content((await host.Exported(sender, 2)).Single(span => span.IsOfMessage())));
        Assert.Equal("after", message.Text);
    }

    [Fact]
    public async Task The_redactor_decides_and_its_null_leaves_the_content_out()
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(o =>
        {
            o.Tracing.Content.Enabled = true;
            o.Tracing.Content.Redactor = message => message is Order order ? $"order of {order.Customer.Length} letters" : null;
        }));

        var spans = await host.SpansOf(new Order("secret"), "secret");
        Assert.Equal(["order of 6 letters", null], spans.Select(Content));
        Assert.DoesNotContain(spans[1].TagObjects, tag => tag.Key == AkkaSpanAttributes.MessageContent);
    }

    [Fact]
    public async Task Unrecorded_messages_are_not_asked()
    {
        var asked = 0;
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(o =>
        {
            o.Tracing.Sampling.Ratio = 0;
            o.Tracing.Content.Enabled = true;
            o.Tracing.Content.Redactor = _ => $"{++asked}";
            o.Tracing.Enrich = (_, _) => asked++;
        }));
        var actor = await host.StartActor(Echo.Props);
        Assert.Equal("message", await actor.Ask<string>("message", TimeSpan.FromSeconds(20)));
        Assert.Equal(0, asked);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_redactor_that_throws_costs_neither_the_message_nor_its_span_nor_the_next(bool redactor)
    {
        await using var host = await TestHost.Start(akka => akka.WithInstrumentation(o =>
        {
            o.Tracing.Content.Enabled = true;
            o.Tracing.Content.Redactor = redactor ? message =>
                message is Unspeakable ? throw new InvalidOperationException("on purpose") : $"{message}" : null;
        }));

        var spans = await host.SpansOf(new Unspeakable(), "text");
        Assert.Equal([null, "text"], spans.Select(Content));
        Assert.All(spans, span => Assert.Equal(ActivityStatusCode.Unset, span.Status));
    }

    private static string? Content(Activity span) => (string?)span.GetTagItem(AkkaSpanAttributes.MessageContent);

    private sealed record Order(string Customer)
    {
        public override string ToString() => "Order";
    }

    private sealed class Mutable
    {
        public string Text { get; set; } = "";

        public override string ToString() => Text;
    }

    private sealed class Unspeakable
    {
        public override string ToString() => throw new InvalidOperationException("on purpose");
    }
}
