namespace AkkaInstrumentation.Tests.Context;

/// <summary>The text of a message does not depend on the culture of the thread that handles it.</summary>
public class ContentCultureSpec
{
    private static readonly CultureInfo German = CultureInfo.GetCultureInfo("de-DE");
    private static readonly AsyncLocal<string?> Flowing = new();

    public static TheoryData<object, string> Messages => new()
    {
        { 1.5, "1.5" },
        { (1.5, "x"), "(1.5, x)" },
        { Tuple.Create(1.5, (2.5, (string?)null)), "(1.5, (2.5, ))" },
        { new Priced(1.5), "Priced { Price = 1.5 }" },
    };

    [Theory]
    [MemberData(nameof(Messages))]
    public void A_German_thread_writes_what_any_other_does_and_stays_German(object message, string text)
    {
        using var span = new Activity("process");
        var culture = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = German;
        try
        {
            new SpanDetails(100, redactor: null, enricher: null, "shop")
                .Add(span, new AkkaMessageContext(new StampedEnvelope(message, null!), null!, 0));

            Assert.Equal(text, span.GetTagItem(AkkaSpanAttributes.MessageContent));
            Assert.Equal(German, CultureInfo.CurrentCulture);
        }
        finally
        {
            CultureInfo.CurrentCulture = culture;
        }
    }

    /// <summary>A culture that is set stays in the execution context, also when the one before is set again.</summary>
    [Theory]
    [MemberData(nameof(Messages))]
    [InlineData("text", "text")]
    public Task The_thread_carries_afterwards_what_it_carried_before(object message, string text) => EmptyThread.Run(() =>
    {
        var before = ExecutionContext.Capture();
        Assert.Equal(text, InvariantText.Format(message));
        Assert.Same(before, ExecutionContext.Capture());

        using (ExecutionContext.SuppressFlow())
        {
            Assert.Equal(text, InvariantText.Format(message));
            Assert.True(ExecutionContext.IsFlowSuppressed());
        }

        Assert.Same(before, ExecutionContext.Capture());
    });

    /// <summary>Plain Akka calls none of them, so a handler finds nothing of theirs.</summary>
    [Theory]
    [InlineData("redactor")]
    [InlineData("enricher")]
    [InlineData("filter")]
    [InlineData("attribute")]
    public Task What_a_callback_lets_flow_ends_with_it(string callback) => EmptyThread.Run(() =>
    {
        using var span = new Activity("process").Start();
        var (before, culture) = (ExecutionContext.Capture(), CultureInfo.CurrentCulture.Name);

        Call(callback, span);

        Assert.Same(before, ExecutionContext.Capture());
        using (ExecutionContext.SuppressFlow())
        {
            Call(callback, span);
            Assert.True(ExecutionContext.IsFlowSuppressed());
        }

        Assert.Equal((span, null, culture), (Activity.Current, Flowing.Value, CultureInfo.CurrentCulture.Name));
    });

    private static void Call(string callback, Activity span)
    {
        var message = new Leaving("left");
        switch (callback)
        {
            case "filter":
                Assert.True(new TraceFilter((_, _) => Leave() is null, "shop").Allows(new(message, null, null!, 0, 0), alreadyInTrace: true));
                break;
            case "attribute":
                MessageFields.Create(typeof(Leaving), [])!.Write(span, message, "shop");
                Assert.Equal("left", span.GetTagItem("left"));
                break;
            default:
                new SpanDetails(100, callback == "redactor" ? _ => Leave() : null, callback == "enricher" ? (_, _) => Leave() : null, "shop")
                    .Add(span, new AkkaMessageContext(new StampedEnvelope(message, null!), null!, 0));
                break;
        }
    }

    private static string? Leave()
    {
        (CultureInfo.CurrentCulture, Flowing.Value) = (German, "left");
        new Activity("left open").Start();
        return null;
    }

    private sealed class Leaving(string name)
    {
        [SpanAttribute("left")]
        public string Name
        {
            get
            {
                Leave();
                return name;
            }
        }
    }

    private sealed record Priced(double Price);
}
