using AkkaInstrumentation.Tests.Kinds;

namespace AkkaInstrumentation.Tests.Context;

/// <summary>A handler has the culture that it would have in plain Akka, although the span before it shows its message in the invariant one.</summary>
[Collection(Alone.Name)]
public sealed class CultureSpec
{
    private static readonly CultureInfo Danish = CultureInfo.GetCultureInfo("da-DK");

    [Theory]
    [InlineData("PinnedDispatcher")]
    [InlineData("fork-join executor")]
    public async Task A_new_default_culture_is_seen_by_the_next_handler(string dispatcher)
    {
        await using var system = Systems.Instrumented($"{Kind.Hocon(dispatcher)}\nakka.instrumentation.tracing.content.enabled = on");
        using var spans = SpanRecorder.OfActor(out var name);
        var seen = new ConcurrentQueue<CultureInfo>();
        var actor = Kind.ActorOn(system, Handler.Props((_, _) => seen.Enqueue(CultureInfo.CurrentCulture)), name);

        // each of three threads has shown messages
        for (var i = 1; i <= 60; i++)
        {
            actor.Tell(new Order("one", (1.5, i)), ActorRefs.NoSender);
            await Eventually.Equal(i, () => seen.Count);
        }

        var before = CultureInfo.DefaultThreadCurrentCulture;
        CultureInfo.DefaultThreadCurrentCulture = Danish;
        try
        {
            seen.Clear();
            actor.TellNumbers(30);
            await Eventually.Equal(30, () => seen.Count);
        }
        finally
        {
            CultureInfo.DefaultThreadCurrentCulture = before;
        }

        Assert.All(seen, culture => Assert.Equal(Danish, culture));
        await spans.WaitForStopped(90);
    }

    private sealed record Order([property: SpanAttribute("order.name")] string Name, [property: SpanAttribute("order.lines")] (double, int) Lines);
}
