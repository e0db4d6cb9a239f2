using Akka.Dispatch.SysMsg;

namespace Akka.Actor;

/// <summary>Stops an actor and waits until it has stopped.</summary>
public static class GracefulStopSupport
{
    public static Task<bool> GracefulStop(this IActorRef target, TimeSpan timeout) => target.GracefulStop(timeout, PoisonPill.Instance);

    public static async Task<bool> GracefulStop(this IActorRef target, TimeSpan timeout, object stopMessage)
    {
        var watched = (IInternalActorRef)target;
        var watcher = new Watcher(watched.Provider);
        watched.Provider.RegisterTempActor(watcher, watcher.Path);
        try
        {
            watched.SendSystemMessage(new Watch(watched, watcher));
            target.Tell(stopMessage, ActorRefs.NoSender);
            await watcher.Stopped.WaitAsync(timeout).ConfigureAwait(false);
            return true;
        }
        catch (TimeoutException)
        {
            watched.SendSystemMessage(new Unwatch(watched, watcher));
            return false;
        }
        finally
        {
            watched.Provider.UnregisterTempActor(watcher.Path);
        }
    }

    private sealed class Watcher(IActorRefProvider provider) : MinimalActorRef
    {
        private readonly TaskCompletionSource _stopped = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Stopped => _stopped.Task;

        public override ActorPath Path { get; } = provider.TempPath();

        public override IActorRefProvider Provider => provider;

        public override void SendSystemMessage(ISystemMessage message)
        {
            if (message is DeathWatchNotification)
            {
                _stopped.TrySetResult();
            }
        }
    }
}
