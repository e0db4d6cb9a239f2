using Akka.Streams;
using Akka.Streams.Dsl;

namespace AkkaInstrumentation.Tests.Streams;

/// <summary>Nothing measures what a stream drops or holds back, so the health check and the page say so where one runs.</summary>
public sealed class UncheckedSpec
{
    [Fact]
    public async Task Streams_are_named_as_not_checked_where_they_run()
    {
        await using var system = Systems.Instrumented();
        Assert.DoesNotContain(SystemFindings.Streams, Unchecked(system));

        using var materializer = system.System.Materializer();
        _ = Source.Maybe<int>().RunWith(Sink.Ignore<int>(), materializer);
        await Eventually.Passes(() => Assert.Contains(SystemFindings.Streams, Unchecked(system)));
    }

    private static IReadOnlyList<string> Unchecked(TestSystem system) =>
        SystemFindings.Read(AkkaInstrumentationExtension.For(system.System), new(), Stopwatch.GetTimestamp()).Unchecked;
}
