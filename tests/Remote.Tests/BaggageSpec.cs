using OpenTelemetry;
using OpenTelemetry.Trace;

namespace AkkaInstrumentation.Tests;

/// <summary>
/// Two kinds of baggage cross the network: that of the activity, and OpenTelemetry's, which needs no activity. Alone, because the second is connected
/// for the whole process.
/// </summary>
[Collection(Alone.Name)]
public sealed class BaggageSpec : IAsyncLifetime
{
    private readonly ConcurrentQueue<Found> _found = new();
    private readonly IAsyncDisposable _both;
    private readonly Node _here;
    private readonly Node _there;
    private readonly TracerProvider _sdk = Sdk.CreateTracerProviderBuilder().AddAkkaInstrumentation().Build();

    public BaggageSpec()
    {
        _both = Node.Two(out _here, out _there);
        _there.ActorOf(
            (_, message) => _found.Enqueue(new(
                (string)message,
                Activity.Current?.ParentSpanId ?? default,
                string.Join(' ', Activity.Current?.Baggage.Select(item => $"{item.Key}={item.Value}") ?? []),
                string.Join(' ', Baggage.Current.GetBaggage().OrderBy(item => item.Key, StringComparer.Ordinal)
                    .Select(item => $"{item.Key}={item.Value}")))),
            "end");
    }

    public Task InitializeAsync() => _here.Meet(_there);

    public async Task DisposeAsync()
    {
        await _both.DisposeAsync();
        _sdk.Dispose();
    }

    [Fact]
    public async Task Baggage_of_both_kinds_arrives_and_stays_of_its_kind()
    {
        using var recorder = SpanRecorder.WithRoot(out var root);
        root.SetBaggage("of", "the activity");
        Baggage.Current = Baggage.Create(new() { ["tenant"] = "7", ["user"] = "ü, =" });
        var found = await Sent("one");
        Assert.Equal(("of=the activity", "tenant=7 user=ü, ="), (found.OfActivity, found.Ambient));
        Assert.Equal(root.SpanId, found.Parent);
        root.Dispose();
    }

    [Fact]
    public async Task OpenTelemetrys_arrives_without_a_trace_and_that_of_no_other_message()
    {
        Baggage.Current = Baggage.Create(new() { ["tenant"] = "7" });
        Assert.Null(Activity.Current);
        Assert.Equal("tenant=7", (await Sent("with")).Ambient);
        Baggage.Current = default;
        Assert.Equal("", (await Sent("without")).Ambient);
    }

    [Fact]
    public async Task What_a_handler_adds_goes_to_the_next_node_and_not_back()
    {
        var end = _here.At(_there, "end");
        var middle = _here.ActorOf(
            (_, message) =>
            {
                Baggage.Current = Baggage.Current.SetBaggage("added", "1");
                end.Tell(message);
            },
            "middle");
        Baggage.Current = Baggage.Create(new() { ["tenant"] = "7" });
        middle.Tell("one");
        await Eventually.Equal(1, () => _found.Count);
        Assert.Equal("added=1 tenant=7", Assert.Single(_found).Ambient);
        Assert.Equal(1, Baggage.Current.Count);
    }

    /// <summary>Both lists together, as W3C's text: "a=" and "b=" are four of the bytes.</summary>
    [Theory]
    [InlineData(8_192, true)]
    [InlineData(8_193, false)]
    public async Task Together_they_may_be_as_long_as_W3C_asks_every_system_to_carry(int bytes, bool arrive)
    {
        using var recorder = SpanRecorder.WithRoot(out var root);
        var (half, rest) = (new string('x', 4_000), new string('y', bytes - 4_000 - 4));
        root.SetBaggage("a", half);
        Baggage.Current = Baggage.Create(new() { ["b"] = rest });
        var found = await Sent("one");
        Assert.Equal(arrive ? ($"a={half}", $"b={rest}") : ("", ""), (found.OfActivity, found.Ambient));
        Assert.Equal(root.SpanId, found.Parent);
        Assert.Equal(arrive ? 0 : 1, _here.Tracing.Counts!.Refused.Sum(count => count.Value));
        root.Dispose();
    }

    private async Task<Found> Sent(string message)
    {
        _here.At(_there, "end").Tell(message);
        await Eventually.True(() => _found.Any(found => found.Message == message));
        return _found.Single(found => found.Message == message);
    }

    private sealed record Found(string Message, ActivitySpanId Parent, string OfActivity, string Ambient);
}
