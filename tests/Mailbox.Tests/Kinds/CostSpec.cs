using Akka.Actor;
using Akka.Dispatch.MessageQueues;

namespace AkkaInstrumentation.Tests;

/// <summary>Bytes: for each message none above Akka's own queue, for an idle actor at most 200.</summary>
[Collection(Alone.Name)]
public class CostSpec
{
    private const int Idle = 200;

    private const double Any = double.MaxValue;

    public static TheoryData<string> Kinds => [.. QueueKind.All.Select(kind => kind.Name)];

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_message_allocates_nothing_above_Akkas_own(string name)
    {
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        var kind = QueueKind.Of(name);
        var instrumentation = AkkaInstrumentationExtension.For(system.System);

        Assert.Equal(0, AllocationMeter.Added(Pass(kind.Plain(), owner), Pass(kind.Instrumented(instrumentation, owner), owner), expected: 0));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_mailbox_that_never_got_a_message_takes_at_most_so_much_more_than_Akkas_own(string name)
    {
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        var kind = QueueKind.Of(name);
        var instrumentation = AkkaInstrumentationExtension.For(system.System);
        var plain = AllocationMeter.OnThread(() => kind.Plain(), Any);

        Assert.InRange(AllocationMeter.OnThread(() => kind.Instrumented(instrumentation, owner), plain + Idle) - plain, double.MinValue, Idle);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_mailbox_that_is_empty_again_takes_at_most_so_much_more_than_Akkas_own(string name)
    {
        await using var system = Systems.WithIds();
        var owner = system.ActorOf(Echo.Props);
        var kind = QueueKind.Of(name);
        var instrumentation = AkkaInstrumentationExtension.For(system.System);
        var plain = AllocationMeter.OnThread(() => Pass(kind.Plain(), owner)(), Any);

        Assert.InRange(AllocationMeter.OnThread(() => Pass(kind.Instrumented(instrumentation, owner), owner)(), plain + Idle) - plain, double.MinValue, Idle);
    }

    private static Action Pass(IMessageQueue queue, IActorRef owner)
    {
        var envelope = new Envelope("message", owner);
        return () =>
        {
            queue.Enqueue(owner, envelope);
            queue.TryDequeue(out _);
        };
    }
}
