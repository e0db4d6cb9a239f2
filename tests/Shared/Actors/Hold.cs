namespace AkkaInstrumentation.Tests;

/// <summary>
/// A message in whose handler an actor stays until the test opens it: meanwhile the test fills the mailbox and knows exactly what waits. A <see
/// cref="Handler"/> and an <see cref="AsyncHandler"/> pass it by themselves, others and other messages' handlers call <see cref="Pass"/>.
/// </summary>
public sealed class Hold : IDisposable
{
    private readonly ManualResetEventSlim _release = new();
    private readonly TaskCompletionSource _released = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _entered = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The thread that is inside.</summary>
    public int Thread { get; private set; }

    /// <summary>Whether the test lets the handler go on.</summary>
    public bool IsReleased => _release.IsSet;

    /// <summary>Completes when a handler is inside.</summary>
    public Task Entered => Eventually.Within(_entered.Task);

    /// <summary>Sends it to an actor that passes it, and waits until that is inside.</summary>
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

    /// <summary>The same for a handler that awaits.</summary>
    public Task PassAsync()
    {
        _entered.TrySetResult();
        return Eventually.Within(_released.Task);
    }

    /// <summary>Test's side: lets the handler go on.</summary>
    public void Release()
    {
        _release.Set();
        _released.TrySetResult();
    }

    // A handler may still be inside; the event holds no handle that would need disposal.
    public void Dispose() => Release();
}
