namespace AkkaInstrumentation.Tests;

/// <summary>Bytes: for each message none above Akka's own queue, for an idle actor at most 200.</summary>
[Collection(Alone.Name)]
public class CostSpec
{
    private const int Idle = 200;

    private const double Any = double.MaxValue;

    public static TheoryData<string> Kinds => MailboxKinds.NamesAndWrapped;

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_message_allocates_nothing_above_Akkas_own(string name)
    {
        await using var system = Systems.WithIds(MailboxKinds.Of(name).Hocon());
        var (plain, instrumented, owner) = Of(system);

        Assert.Equal(0, AllocationMeter.Added(Pass(plain(), owner), Pass(instrumented(), owner), expected: 0));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task A_mailbox_that_never_got_a_message_or_is_empty_again_takes_at_most_so_much_more_than_Akkas_own(string name)
    {
        await using var system = Systems.WithIds(MailboxKinds.Of(name).Hocon());
        var (plain, instrumented, owner) = Of(system);

        AssertIdle(() => plain(), () => instrumented());
        AssertIdle(() => Pass(plain(), owner)(), () => Pass(instrumented(), owner)());

        static void AssertIdle(Action akkas, Action ours)
        {
            var least = AllocationMeter.OnThread(akkas, Any);
            Assert.InRange(AllocationMeter.OnThread(ours, least + Idle) - least, double.MinValue, Idle);
        }
    }

    private static (Func<IMessageQueue> Plain, Func<IMessageQueue> Instrumented, IActorRef Owner) Of(TestSystem system)
    {
        var owner = system.ActorOf(Echo.Props);
        return (() => system.QueueFor(owner, MailboxKind.ReferenceId), () => system.QueueFor(owner), owner);
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
