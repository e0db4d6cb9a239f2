namespace AkkaInstrumentation.Tests;

/// <summary>
/// A message whose handler calls <see cref="Pass"/> and stays in it until the test opens it: meanwhile the test fills the mailbox and knows exactly
/// what waits.
/// </summary>
public sealed class Hold : IDisposable
{
    private readonly ManualResetEventSlim _release = new();
    private readonly TaskCompletionSource _entered = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The thread that is inside.</summary>
    public int Thread { get; private set; }

    /// <summary>Completes when a handler is inside.</summary>
    public Task Entered => Eventually.Within(_entered.Task);

    /// <summary>Sends it to an actor whose handler passes it, and waits until that is inside.</summary>
    public Task EnterAt(IActorRef actor)
    {
        actor.Tell(this, ActorRefs.NoSender);
        return Entered;
    }

    /// <summary>Handler's side: reports in and blocks its thread.</summary>
    public void Pass()
    {
        Thread = Environment.CurrentManagedThreadId;
        _entered.TrySetResult();
        Eventually.Block(_release);
    }

    /// <summary>Test's side: lets the handler go on.</summary>
    public void Release() => _release.Set();

    // A handler may still be inside; the event holds no handle that would need disposal.
    public void Dispose() => Release();
}
