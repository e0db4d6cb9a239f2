using Akka.Actor;
using Akka.Actor.Internal;

namespace Akka.TestKit;

/// <summary>
/// Makes the test actor the sender of what the test's own code tells, also after an await: the current cell is a
/// thread-static of Akka, so each continuation has to bring it along.
/// </summary>
internal sealed class ImplicitSender(ActorCell cell) : SynchronizationContext
{
    public static void Install(ActorCell? cell)
    {
        InternalCurrentActorCellKeeper.Current = cell!;
        if (cell is not null)
        {
            SetSynchronizationContext(new ImplicitSender(cell));
        }
    }

    // To the thread pool, never to the context that was there: a test runner's own has few threads, and tests block them.
    public override void Post(SendOrPostCallback d, object? state) =>
        ThreadPool.QueueUserWorkItem(static work => work.Context.Send(work.Callback, work.State), (Context: this, Callback: d, State: state), preferLocal: false);

    public override void Send(SendOrPostCallback d, object? state)
    {
        var cellBefore = InternalCurrentActorCellKeeper.Current;
        var contextBefore = Current;
        InternalCurrentActorCellKeeper.Current = cell;
        SetSynchronizationContext(this);
        try
        {
            d(state);
        }
        finally
        {
            InternalCurrentActorCellKeeper.Current = cellBefore;
            SetSynchronizationContext(contextBefore);
        }
    }

    public override SynchronizationContext CreateCopy() => this;
}
