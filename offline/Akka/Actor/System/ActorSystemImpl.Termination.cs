using Akka.Event;

namespace Akka.Actor.Internal;

public partial class ActorSystemImpl
{
    public override void RegisterOnTermination(Action code)
    {
        lock (_onTermination)
        {
            if (!_terminated)
            {
                _onTermination.Push(code);
                return;
            }
        }

        throw new InvalidOperationException("ActorSystem already terminated.");
    }

    public override Task Terminate()
    {
        if (Settings.CoordinatedShutdownRunByActorSystemTerminate)
        {
            _ = CoordinatedShutdown.Get(this).Run(CoordinatedShutdown.ActorSystemTerminateReason.Instance);
        }
        else
        {
            StopGuardians();
        }

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
        Action[] callbacks;
        lock (_onTermination)
        {
            _terminated = true;
            callbacks = [.. _onTermination];
            _onTermination.Clear();
        }

        foreach (var callback in callbacks)
        {
            try
            {
                callback();
            }
            catch (Exception e)
            {
                Log.Error(e, "A termination callback failed: {0}", e.Message);
            }
        }

        (Scheduler as IDisposable)?.Dispose();
        _whenTerminated.TrySetResult();
    }
}
