namespace AkkaInstrumentation.Tests.Listeners;

/// <summary>A listener of somebody else that throws when our source or instruments are published, in a process of its own.</summary>
public class PublishedSpec
{
    [Fact]
    public async Task A_listener_that_throws_at_the_source_costs_no_message_and_only_those_behind_it_their_spans() => Assert.Equal(
        [
            "throws: 100 spans, 100 messages, 100 durations; 0 spans, 100 messages, 100 durations; 1 report",
            "later: 200 spans, 200 messages, 200 durations; 100 spans, 200 messages, 100 durations; 1 report",
        ],
        await Output(ThrowingListeners.AtSource));

    [Fact]
    public async Task A_listener_that_throws_at_instruments_costs_no_message_and_only_those_behind_it_their_metrics() => Assert.Equal(
        [
            "throws: 100 spans, 100 messages, 100 durations; 100 spans, 0 messages, 0 durations; 1 report",
            "later: 200 spans, 200 messages, 200 durations; 100 spans, 200 messages, 100 durations; 1 report",
        ],
        await Output(ThrowingListeners.AtInstruments));

    private static async Task<string[]> Output(string where)
    {
        using var process = Process.Start(
            new ProcessStartInfo("dotnet", [typeof(ThrowingListeners).Assembly.Location, ThrowingListeners.Argument, where])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        try
        {
            var output = process.StandardOutput.ReadToEndAsync();
            var errors = process.StandardError.ReadToEndAsync();
            await process.WaitForExitAsync().WaitAsync(TimeSpan.FromMinutes(2));
            return [.. (await output + await errors).Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)];
        }
        finally
        {
            process.Kill(entireProcessTree: true);
        }
    }
}
