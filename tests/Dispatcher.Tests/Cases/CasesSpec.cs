using AkkaInstrumentation.Tests.Kinds;

namespace AkkaInstrumentation.Tests.Cases;

/// <summary>
/// The table of what spans are: every situation that an actor can get into, with the exact spans that it leaves; where runs and threads matter, on
/// three kinds of dispatcher. Rows are in the files beside this one. What needs a stage of its own is elsewhere: overlapping runs in
/// <c>OverlapSpec</c>, nested runs of one thread in <c>CallingThreadSpec</c>, every dispatcher in <c>EveryKindSpec</c>, chance in <c>RatioSpec</c>.
/// </summary>
public class CasesSpec
{
    // the default dispatcher of the system, one message a run on threads of its own, one thread for each actor
    private static readonly string?[] Dispatchers = [null, "fork-join executor", "PinnedDispatcher"];

    private static readonly Case[] OnEach = [.. RunCases.All, .. AsyncCases.All, .. FailureCases.All, .. CallbackCases.All];

    private static readonly Case[] OnOne = [.. RuleCases.All, .. RelationCases.All, .. SenderCases.All];

    internal static IEnumerable<Case> All => OnEach.Concat(OnOne);

    public static TheoryData<string, string?> Rows
    {
        get
        {
            var rows = new TheoryData<string, string?>();
            foreach (var row in OnOne)
            {
                rows.Add(row.Name, null);
            }

            foreach (var row in OnEach)
            {
                foreach (var dispatcher in Dispatchers)
                {
                    rows.Add(row.Name, dispatcher);
                }
            }

            return rows;
        }
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public async Task Case(string name, string? dispatcher)
    {
        var row = All.Single(row => row.Name == name);
        var prefix = $"case-{Guid.NewGuid():N}"[..13];
        var system = Create(row, dispatcher);
        using var spans = SpanRecorder.UnderPath($"/user/{prefix}");
        using var test = new Activity("test") { ActivityTraceFlags = ActivityTraceFlags.Recorded }.SetIdFormat(ActivityIdFormat.W3C).Start();
        var scene = new Scene(system, prefix, test, dispatcher is null ? null : Kind.Id);
        var tree = () => new CaseTree(prefix, test, spans.Started).Write();

        await row.Act(scene);
        await Eventually.True(() => spans.Stopped.Count >= row.Spans,
            () => $"{spans.Stopped.Count} of {row.Spans} spans stopped:\n{tree()}", TimeSpan.FromSeconds(10));
        Assert.Same(test, Activity.Current);
        await NothingIsCurrentOnIts(system, dispatcher);
        await NothingFlowsOnThreadsOf(scene);
        await system.DisposeAsync();

        // whatever was still to come has come
        Assert.Equal(row.Tree, tree());
        Assert.Empty(spans.Open);
        Assert.Equal(spans.Started.Count, spans.Stopped.Distinct().Count());
        Assert.Equal(0, scene.Errors);
    }

    internal static TestSystem Create(Case row, string? dispatcher) => SetUp.System(
        new InstrumentationSetup(Config.Empty, row.Filter, callbacks: row.Callbacks),
        $"{row.Hocon}\nakka.loglevel = OFF\n{(dispatcher is null ? "" : Kind.Hocon(dispatcher, "throughput = 1"))}");

    private static async Task NothingIsCurrentOnIts(TestSystem system, string? dispatcher)
    {
        var threads = system.System.Dispatchers.Lookup(dispatcher is null ? "akka.actor.default-dispatcher" : Kind.Id);
        var found = new ConcurrentBag<Activity?>();
        using (ExecutionContext.SuppressFlow())
        {
            for (var i = 0; i < 20; i++)
            {
                threads.Schedule(() => found.Add(Activity.Current));
            }
        }

        await Eventually.Equal(20, () => found.Count);
        Assert.All(found, Assert.Null);
    }

    // The thread of a pinned actor is its own, and nobody else cleans it.
    private static async Task NothingFlowsOnThreadsOf(Scene scene)
    {
        foreach (var cell in scene.Cells.Where(cell => !cell.IsTerminated).ToList())
        {
            var found = default(ExecutionContext);
            using (ExecutionContext.SuppressFlow())
            {
                cell.Dispatcher.Schedule(() => Volatile.Write(ref found, ExecutionContext.Capture()));
            }

            await Eventually.True(() => cell.IsTerminated || Volatile.Read(ref found) is not null);
            Assert.True(found is null || ReferenceEquals(HandlerContext.Empty, found), "something flows on the thread of an actor");
        }
    }
}
