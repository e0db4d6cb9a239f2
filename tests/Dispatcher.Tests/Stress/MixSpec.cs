using Xunit.Abstractions;

namespace AkkaInstrumentation.Tests.Stress;

/// <summary>
/// Everything at once on all dispatchers: restarts, stops, awaits, exceptions, stash, asks, schedulers, rules, and listeners and filters that throw.
/// Each message knows where it was sent and compares that with what its handler finds, so no span can have another's parent; and the books are closed
/// at the end. Five seconds, or <c>STRESS_SECONDS</c>; <c>STRESS_SEED</c> gives the drivers' choices, which each failure names.
/// </summary>
[Collection(Alone.Name)]
public sealed class MixSpec(ITestOutputHelper output)
{
    private const int Drivers = 2;

    private static readonly string[] Jobs = [nameof(Plain), nameof(Never), nameof(OnlyInside), nameof(Always), nameof(Linked), nameof(Cursed)];

    [Fact]
    public async Task All_counts_add_up_and_every_span_has_the_right_parent()
    {
        var seed = Setting("STRESS_SEED", Environment.TickCount);
        var time = TimeSpan.FromSeconds(Setting("STRESS_SECONDS", 5));
        await using var mix = new Mix();
        var books = mix.Books;
        using var spans = new SpanWatch($"/user/{mix.Prefix}", books);
        using var metrics = new MetricRecorder(mix.Name,
            name => name is AkkaMetricNames.ActorMessages or AkkaMetricNames.ActorFailures or AkkaMetricNames.ActorRestarts);

        await Task.WhenAll(Enumerable.Range(0, Drivers).Select(i => Task.Factory.StartNew(
            () => mix.Drive(new Random(seed + i), time), TaskCreationOptions.LongRunning)));

        await Eventually.True(
            () =>
            {
                mix.FlushAll();
                return books.Finished == books.Sent || !books.IsClean;
            },
            () => $"seed {seed}: {books.Sent} sent, {books.Finished} finished, {books.Missing}\n{books.Errors}",
            TimeSpan.FromSeconds(60));
        Assert.True(books.IsClean, $"seed {seed}: {books.Errors}");
        await mix.StopAll();
        await Eventually.True(() => spans.AllAreOver, () => $"seed {seed}: open are\n{spans.Open}");
        output.WriteLine(
            $"seed {seed}, {time.TotalSeconds} s: {books.Sent} messages, {books.Dead} dead letters, {books.Thrown} failures and restarts, {spans.Started} spans, {spans.FailedLate} of them retroactive");

        Assert.True(books.IsClean, $"seed {seed}: {books.Errors}");
        Assert.Equal(books.Sent, books.Finished);
        Assert.Equal(spans.Started, spans.Stopped);
        Assert.Equal(books.ThrownInSpans, spans.Failed);
        Assert.InRange(spans.FailedLate, 1, books.Thrown - books.ThrownInSpans);
        Assert.Equal(books.Thrown, metrics.Sum(AkkaMetricNames.ActorFailures) ?? 0);
        Assert.Equal(books.Thrown, metrics.Sum(AkkaMetricNames.ActorFailures, (AkkaSpanAttributes.ErrorType, typeof(TimeoutException).FullName))
            ?? 0);
        Assert.Equal(books.Thrown, metrics.Sum(AkkaMetricNames.ActorRestarts) ?? 0);
        Assert.Equal(books.Arrivals, Jobs.Sum(job => metrics.Sum(AkkaMetricNames.ActorMessages, (AkkaSpanAttributes.MessageType, job)) ?? 0));
    }

    private static int Setting(string name, int otherwise) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : otherwise;
}
