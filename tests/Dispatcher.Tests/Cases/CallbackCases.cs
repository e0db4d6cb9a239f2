namespace AkkaInstrumentation.Tests.Cases;

/// <summary>
/// What writes a message into its span: attributes, content, the user's callbacks. Each actor of a <see cref="Scene"/> checks that nothing of it
/// flows in its handlers.
/// </summary>
internal static class CallbackCases
{
    private const string Content = "akka.instrumentation.tracing.content.enabled = on";

    private const string Attributes = " order.name=one order.lines=(1.5, 2)";

    public static Case[] All { get; } =
    [
        new("callback: attributes", Orders, Row(Attributes)),
        new("callback: attributes by a rule", Orders, Row($" order.total=1.5{Attributes}"),
            "akka.instrumentation.rules.mine { attributes { \"order.total\" = Total } }"),
        new(
            "callback: the content",
            Orders,
            Row($"{Attributes} akka.message.content=Order {{ Name = one, Lines = (1.5, 2), Total = 1.5 }}", $" akka.message.content={typeof(Hold)}"),
            Content),
        new("callback: a redactor that lets a value flow", Orders,
            Row($"{Attributes} akka.message.content=text", " akka.message.content=text"), Content)
        {
            Callbacks = new(_ => Leave(), Enricher: null),
        },
        new("callback: an enricher that lets a value flow", Orders, Row(Attributes)) { Callbacks = new(Redactor: null, (_, _) => Leave()) },
        new("callback: a filter that lets a value flow", Orders, Row(Attributes)) { Filter = (_, _) => Leave() is not null },
    ];

    private static string Row(string attributes, string ofHold = "") =>
        $"""
        test
          Handler/CallbackCases.Order: CallbackCases.Order at a{attributes}
          Handler/CallbackCases.Order: CallbackCases.Order at a{attributes}
          Handler/CallbackCases.Order: CallbackCases.Order at a{attributes}
        Handler/Hold: Hold at a{ofHold}
        """;

    private static Order One => new("one", (1.5, 2));

    private static Task Orders(Scene scene) => scene.InARow(scene.Sink("a"), scene.Test, One, One, One);

    private static string Leave()
    {
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de-DE");
        new Activity("left open").Start();
        return "text";
    }

    private sealed record Order([property: SpanAttribute("order.name")] string Name, [property: SpanAttribute("order.lines")] (double, int) Lines)
    {
        public decimal Total => (decimal)Lines.Item1;
    }
}
