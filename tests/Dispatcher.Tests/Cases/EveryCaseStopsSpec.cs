namespace AkkaInstrumentation.Tests.Cases;

/// <summary>
/// With a listener to each activity of each source: whatever happens to an actor, each start has its stop, and no activity is changed by anybody but
/// its owner. Sampled, and with an activity for each unsampled message.
/// </summary>
[Collection(Alone.Name)]
public sealed class EveryCaseStopsSpec
{
    private const string Unsampled = "akka.instrumentation.tracing.sampling { ratio = 0, unsampled-trace-ids = always }";

    public static TheoryData<string, bool> Rows => Combinations.Each([.. CasesSpec.All.Select(row => row.Name)], true, false);

    [Theory]
    [MemberData(nameof(Rows))]
    public async Task Each_start_has_its_stop(string name, bool isSampled)
    {
        var row = CasesSpec.All.Single(row => row.Name == name);
        var prefix = $"every-{Guid.NewGuid():N}"[..13];
        using var all = new EverySource();
        using var spans = Unheeding.Spans(ActivitySamplingResult.AllDataAndRecorded);
        await using (var system = CasesSpec.Create(isSampled ? row : row with { Hocon = $"{Unsampled}\n{row.Hocon}" }, dispatcher: null))
        {
            using var test = isSampled
                ? new Activity("test") { ActivityTraceFlags = ActivityTraceFlags.Recorded }.SetIdFormat(ActivityIdFormat.W3C).Start()
                : Tests.Unsampled.Activity("test").Start();
            await row.Act(new Scene(system, prefix, test, dispatcher: null));
        }

        // some cases are about users who never stop theirs
        var open = all.Open.Where(name => name.StartsWith("akka.", StringComparison.Ordinal) || name.Contains('/', StringComparison.Ordinal));
        await Eventually.True(() => !open.Any(), () => string.Join(", ", open));
        Assert.NotEqual(0, all.Started);
        Assert.DoesNotContain(all.Changed, changed => !changed.StartsWith("akka.lost_message", StringComparison.Ordinal));
    }
}
