namespace AkkaInstrumentation.Tests.Context;

/// <summary>
/// Listening changes nothing but what is ours: an <see cref="AsyncLocal{T}"/> that an actor sets is seen by its later handlers if plain Akka lets
/// them see it on that dispatcher, and only then.
/// </summary>
public sealed class AsyncLocalsSpec
{
    private const int Messages = 20;
    private static readonly AsyncLocal<string?> InStart = new();
    private static readonly AsyncLocal<string?> InHandler = new();

    public static TheoryData<string, double> Dispatchers => Combinations.Each(
        ["type = PinnedDispatcher", "type = ForkJoinDispatcher", "executor = fork-join-executor", "executor = default-executor"], 0.0, 1.0);

    [Theory]
    [MemberData(nameof(Dispatchers))]
    public async Task They_are_seen_where_plain_Akka_lets_them_be_seen(string dispatcher, double ratio)
    {
        var section = $"mine {{ {(dispatcher.StartsWith("type", StringComparison.Ordinal) ? "" : "type = Dispatcher, ")}{dispatcher}, throughput = 100, dedicated-thread-pool {{ thread-count = 1, threadtype = background }} }}";
        await using var plain = Systems.Plain(section);
        await using var instrumented = Systems.Instrumented($"akka.instrumentation.tracing.sampling.ratio = {ratio}\n{section}");

        var before = await Seen(plain);
        using (SpanRecorder.UnderPath("/user/flows"))
        {
            Assert.Equal(before, await Seen(instrumented));
        }
    }

    // All messages wait while the actor starts, so that all is one run.
    private static async Task<IEnumerable<(string?, string?)>> Seen(TestSystem system)
    {
        var seen = new ConcurrentQueue<(string?, string?)>();
        using var hold = new Hold();
        var sets = Hooked.Props(new()
        {
            PreStart = _ =>
            {
                InStart.Value = "set at the start";
                hold.Pass();
            },
            Handle = (_, message) =>
            {
                seen.Enqueue((InStart.Value, InHandler.Value));
                InHandler.Value = $"set by {message}";
            },
        });
        var actor = system.ActorOf(sets.WithDispatcher("mine"), "flows");
        await hold.Entered;
        actor.TellNumbers(Messages);

        hold.Release();
        await Eventually.Equal(Messages, () => seen.Count);
        return seen;
    }
}
