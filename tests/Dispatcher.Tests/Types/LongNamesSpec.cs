namespace AkkaInstrumentation.Tests.Types;

/// <summary>The name of a type has 256 characters at most, wherever it goes.</summary>
public sealed class LongNamesSpec
{
    private const int Most = 256;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    [Fact]
    public async Task Metrics_spans_and_explanations_have_names_of_256_characters_at_most()
    {
        await using var system = Systems.Instrumented("akka.instrumentation.metrics.distributions = all");
        using var spans = SpanRecorder.OfActor(out var name);
        using var metrics = new MetricRecorder(system);
        var actor = system.ActorOf(Props.Create(Deep(typeof(Acting<>))), name);
        var message = Activator.CreateInstance(Deep(typeof(Told<>)))!;
        actor.Tell(message);
        actor.Tell(Activator.CreateInstance(Deep(typeof(BrokenException<>)))!);
        system.System.DeadLetters.Tell(message);
        await actor.Ask<string>("done", Patience);

        var stopped = await spans.WaitForStopped(3);
        Assert.All(stopped, span => Assert.InRange(span.DisplayName.Length, 1, (2 * Most) + 1));
        Assert.All(stopped, span => Short((string)span.GetTagItem(AkkaSpanAttributes.ActorType)!));
        Assert.Equal(2, stopped.Count(span => ((string)span.GetTagItem(AkkaSpanAttributes.MessageType)!).Contains('~', StringComparison.Ordinal)));
        Short((string)Assert.Single(stopped, span => span.GetTagItem(AkkaSpanAttributes.ErrorType) is not null)
            .GetTagItem(AkkaSpanAttributes.ErrorType)!);

        await Eventually.True(() => metrics.Sum(AkkaMetricNames.ActorDeadLetters) > 0 && metrics.Sum(AkkaMetricNames.ActorFailures) > 0);
        var measured = metrics.Recorded.Concat(metrics.Poll()).ToList();
        foreach (var key in new[] { AkkaSpanAttributes.ActorType, AkkaSpanAttributes.MessageType, AkkaSpanAttributes.ErrorType })
        {
            var names = measured.Select(value => value.Tag(key)).OfType<string>().Distinct().ToList();
            Assert.All(names, text => Assert.InRange(text.Length, 1, Most));
            Assert.Contains(names, text => text.Contains('~', StringComparison.Ordinal));
        }

        var explanation = system.System.GetInsight().Explain($"/user/{name}", message.GetType());
        Short(explanation.MessageType);
        Short(explanation.ActorType!);
    }

    private static void Short(string text) => Assert.Matches(@"\A.{247}~[0-9a-f]{8}\z", text);

    private static Type Deep(Type definition) =>
        Enumerable.Range(0, 30).Aggregate(definition.MakeGenericType(typeof(int)), (type, _) => definition.MakeGenericType(type));

    public sealed class Told<T>;

    public sealed class BrokenException<T> : Exception;

    public sealed class Acting<T> : Obeying;
}
