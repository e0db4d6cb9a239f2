namespace Akka.Actor.Internal;

public partial class ActorSystemImpl
{
    public override Task Terminate()
    {
        _ = CoordinatedShutdown.Get(this).Run(CoordinatedShutdown.ActorSystemTerminateReason.Instance);
        return WhenTerminated;
    }

    public override void Abort() => StopGuardians();

    /// <summary>Stops /user; the other guardians follow.</summary>
    internal Task StopGuardians()
    {
        if (Guardian is null)
        {
            Finish();
        }
        else
        {
            Guardian.Stop();
        }

        return WhenTerminated;
    }

    private void Finish()
    {
        (Scheduler as IDisposable)?.Dispose();
        _whenTerminated.TrySetResult();
    }
}
