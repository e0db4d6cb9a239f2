namespace AkkaInstrumentation.Tests.Core;

/// <summary>Where a handler hangs that blocks its thread. One look at a time in the process, so these tests run alone.</summary>
[Collection(Alone.Name)]
public sealed class BlockedStackSpec
{
    private const string Impatient = "akka.instrumentation.blocking { threshold = 50ms, reports-per-minute = 1000 }";

    // the innermost method is one of .NET's: it spins for a moment before it waits
    private const string Hangs = ", called by AkkaInstrumentation.Tests.Core.BlockedStackSpec+Printer.WaitForPaper";

    [Fact]
    public async Task The_process_takes_the_stack_of_a_blocked_handler_itself_and_says_where_it_hangs()
    {
        // After two seconds it waits for paper for certain. On a busy machine, after some milliseconds it may not yet have got as far as that.
        await using var system = Systems.Instrumented(KeptLog.Hocon + "akka.instrumentation.blocking.threshold = 2s").Measured(out _);
        system.System.ShowBlockedStacks();
        using var gate = new ManualResetEventSlim();
        system.ActorOf(Props.Create(() => new Printer(gate)), "printer").Tell(new Print());

        // log line, finding and cause
        await Eventually.True(() => KeptLog.Of(system.System).Any(line =>
            line.StartsWith("/user/printer hangs in System.Threading.", StringComparison.Ordinal)
                && line.Contains(Hangs, StringComparison.Ordinal)), () => string.Join('\n', KeptLog.Of(system.System)));
        await Eventually.True(() => system.Extension.Insight.Watched.Blocking.Worst.Any(
            actor => actor.Stack?.Where.EndsWith(Hangs, StringComparison.Ordinal) == true));
        var cause = Assert.Single(system.System.GetInsight().Diagnose().Causes, cause => cause.Kind == AkkaCauseKinds.BlockedThread);
        Assert.Contains(cause.Evidence, text =>
            text.StartsWith("it hangs in ", StringComparison.Ordinal) && text.EndsWith(Hangs, StringComparison.Ordinal));
        Assert.Contains(Detail(system), text => text.Contains(Hangs, StringComparison.Ordinal));

        // from the innermost method to the handler
        var frames = system.Extension.Insight.Watched.Blocking.Worst[0].Stack!.Frames;
        Assert.StartsWith("System.Threading.", frames[0], StringComparison.Ordinal);
        Assert.StartsWith("AkkaInstrumentation.Tests.Core.BlockedStackSpec+Printer", frames[^1], StringComparison.Ordinal);
        Assert.DoesNotContain(frames, frame => frame.StartsWith("Akka.", StringComparison.Ordinal));
        gate.Set();
    }

    [Fact]
    public async Task There_is_one_look_at_a_time_and_one_a_minute()
    {
        await using var system = Systems.Instrumented(Impatient).Measured(out _);
        var stacks = new CountedStacks();
        system.Extension.Insight.Stacks.Source = stacks;
        using var gate = new ManualResetEventSlim();
        for (var i = 0; i < 5; i++)
        {
            system.ActorOf(Props.Create(() => new Printer(gate)).WithDispatcher("akka.instrumentation.dispatcher.pinned"), $"printer{i}")
                .Tell(new Print());
        }

        await Eventually.Equal(5, () => system.Extension.Insight.Watched.Blocking.Count);
        await Eventually.Equal(1, () => stacks.Taken);

        // people have a limit of their own: a look at the same time, and soon after, is refused
        var mailbox = (MailboxRecorder)system.Extension.Insight.Looks.MailboxAt("/user/printer0")!;
        var asked = await Task.WhenAll(Enumerable.Range(0, 100).Select(_ => system.Extension.Insight.Stacks.Ask(mailbox)));
        Assert.All(asked, answer => Assert.Contains(answer.Problem, new[] { "There was a look within 5 s.", "Another look is under way." }));
        stacks.Go.SetResult();
        await Eventually.Equal(0, () => stacks.Running);
        Assert.Equal(1, stacks.Most);
        gate.Set();
    }

    [Fact]
    public async Task While_memory_is_short_there_is_no_look()
    {
        await using var system = Systems.Instrumented();
        var stacks = new CountedStacks();
        var looks = new StackLooks(system.Extension) { Source = stacks, MemoryIsShort = static () => true };
        using var gate = new ManualResetEventSlim();
        var mailbox = await Blocked(system, gate);
        Assert.Equal("Memory is short, and a look needs some.", (await looks.Ask(mailbox)).Problem);
        Assert.Equal(0, stacks.Taken);
        gate.Set();
    }

    [Fact]
    public async Task People_learn_why_there_is_no_stack()
    {
        await using var system = Systems.Instrumented();
        using var gate = new ManualResetEventSlim();
        var mailbox = await Blocked(system, gate);
        Assert.Equal("The package AkkaInstrumentation.Stacks is not in use.", (await system.Extension.Insight.Stacks.Ask(mailbox)).Problem);

        var failing = new StackLooks(system.Extension) { Source = new FailingStacks() };
        Assert.Equal("No thread was found in a handler of this type.", (await failing.Ask(mailbox)).Problem);
        gate.Set();
        await Eventually.True(async () =>
            (await new StackLooks(system.Extension) { Source = new FailingStacks() }.Ask(mailbox)).Problem == "Its handler holds no thread now.");
    }

    [Theory]
    [InlineData("Shop.Printer.Print(class Job)", true)]
    [InlineData("Shop.Printer+<>c__DisplayClass0_0.<.ctor>b__0(class Job)", true)]
    [InlineData("Shop.Printer`1[System.__Canon].Print()", true)]
    [InlineData("Shop.PrinterFactory.Print()", false)]
    public void The_stack_is_that_of_a_mailbox_in_a_method_of_the_actors_type(string method, bool isFound)
    {
        string[] stack = ["System.Threading.Monitor.Wait(class System.Object)", "Shop.Paper.Wait()", method, "Akka.Actor.ActorCell.Invoke()",
            "Akka.Dispatch.Mailbox.Run()", "AkkaInstrumentation.MailboxRecorder.Execute()"];
        var found = HungStack.Find([["Shop.Printer.Elsewhere()"], stack], "Shop.Printer");
        Assert.Equal(isFound, found is not null);
        Assert.Equal(isFound ? "System.Threading.Monitor.Wait, called by Shop.Paper.Wait" : null, found?.Where);
    }

    /// <summary>A recursion without an end.</summary>
    [Fact]
    public void A_deep_stack_is_cut()
    {
        string[] deep = [.. Enumerable.Repeat($"Shop.Printer.{new string('x', 5_000)}()", 10_000), "Akka.Dispatch.Mailbox.Run()"];
        var found = HungStack.Find([deep], "Shop.Printer")!;
        Assert.Equal(HungStack.MaxFrames, found.Frames.Count);
        Assert.All(found.Frames, frame => Assert.InRange(frame.Length, 1, TypeNames.MaxLength));
    }

    private static IEnumerable<string> Detail(TestSystem system) => SystemHealth.From(
        SystemFindings.Read(system.Extension, new(), Stopwatch.GetTimestamp()), new()).Troubles.Select(trouble => trouble.What);

    private static async Task<MailboxRecorder> Blocked(TestSystem system, ManualResetEventSlim gate)
    {
        system.ActorOf(Props.Create(() => new Printer(gate)), "printer").Tell(new Print());
        await Eventually.True(() => system.System.GetInsight().MessagesAtWork().Count > 0);
        return (MailboxRecorder)system.Extension.Insight.Looks.MailboxAt("/user/printer")!;
    }

    private sealed record Print;

    private sealed class Printer : ReceiveActor
    {
        private readonly ManualResetEventSlim _paper;

        public Printer(ManualResetEventSlim paper)
        {
            _paper = paper;
            Receive<Print>(_ => WaitForPaper());
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private void WaitForPaper() => _paper.Wait(TimeSpan.FromMinutes(2));
    }

    private sealed class CountedStacks : IThreadStacks
    {
        private int _running;
        private int _taken;

        public TaskCompletionSource Go { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public int Taken => Volatile.Read(ref _taken);

        public int Running => Volatile.Read(ref _running);

        public int Most { get; private set; }

        public async Task<IReadOnlyList<IReadOnlyList<string>>> TakeAsync(CancellationToken cancel)
        {
            Most = Math.Max(Most, Interlocked.Increment(ref _running));
            Interlocked.Increment(ref _taken);
            await Go.Task;
            Interlocked.Decrement(ref _running);
            return [];
        }
    }

    private sealed class FailingStacks : IThreadStacks
    {
        public Task<IReadOnlyList<IReadOnlyList<string>>> TakeAsync(CancellationToken cancel) =>
            throw new InvalidOperationException("no diagnostics port");
    }
}
