using Akka.Actor;

namespace AkkaInstrumentation.Tests.Metrics;

/// <summary>A mailbox whose test decides what a reader finds, and what happens during the read.</summary>
internal sealed class FakeMailbox : ObservedMailbox
{
    public MessageCells Own;

    public Action? WhenRead { get; set; }

    /// <summary>Null: a user's queue that throws.</summary>
    public long? Oldest { get; init; } = 0;

    public DispatcherMeter? Meter { get; init; }

    public override DispatcherMeter? Dispatcher => Meter;

    public override int Depth
    {
        get
        {
            WhenRead?.Invoke();
            return 1;
        }
    }

    public override long OldestEnqueuedAt => Oldest ?? throw new InvalidOperationException("on purpose");

    public override MessageCells Cells => Own;

    public override IActorRef Self => ActorRefs.Nobody;

    public override string Path => "/user/test";

    public override TimeSpan? CurrentWait => null;
}
