namespace AkkaInstrumentation.Tests.Logs;

/// <summary>A logger that is slow or blocked: its lines wait.</summary>
public sealed class BlockedLoggerSpec
{
    private const int Lines = 100;

    [Fact]
    public async Task Lines_that_wait_for_a_logger_are_in_their_spans_after_these_have_ended()
    {
        await using var host = await LogHost.Start();
        using var gate = new ManualResetEventSlim();
        using var blocked = new ManualResetEventSlim();
        host.OnLine = text =>
        {
            if (text.Contains("the first", StringComparison.Ordinal))
            {
                blocked.Set();
                Eventually.Block(gate);
            }
        };
        host.System.Log.Info("the first");
        Eventually.Block(blocked);

        var spans = new List<ActivityContext>();
        for (var i = 0; i < Lines; i++)
        {
            using var span = new Activity("span").SetIdFormat(ActivityIdFormat.W3C);
            span.ActivityTraceFlags = ActivityTraceFlags.Recorded;
            span.Start();
            host.System.Log.Info($"line number {i};");
            spans.Add(LogHost.Ids(span.Context));
        }

        gate.Set();
        for (var i = 0; i < Lines; i++)
        {
            await host.AssertIn(spans[i], $"line number {i};");
        }
    }
}
