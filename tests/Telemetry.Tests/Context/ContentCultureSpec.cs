using System.Diagnostics;
using System.Globalization;

namespace AkkaInstrumentation.Tests.Context;

/// <summary>The text of a message does not depend on the culture of the thread that handles it.</summary>
public class ContentCultureSpec
{
    private static readonly CultureInfo German = CultureInfo.GetCultureInfo("de-DE");

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
            new SpanDetails(100, redactor: null, enricher: null, "shop").Add(span, new AkkaMessageContext(new StampedEnvelope(message, null!), null!, 0));

            Assert.Equal(text, span.GetTagItem(AkkaSpanAttributes.MessageContent));
            Assert.Equal(German, CultureInfo.CurrentCulture);
        }
        finally
        {
            CultureInfo.CurrentCulture = culture;
        }
    }

    private sealed record Priced(double Price);
}
