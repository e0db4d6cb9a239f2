using System.Globalization;

namespace Akka.Actor;

/// <summary>Request and answer as a task.</summary>
public static class Futures
{
    public static Task<T> Ask<T>(this ICanTell self, object message, TimeSpan? timeout = null) =>
        self.Ask<T>(message, timeout, CancellationToken.None);

    public static Task<T> Ask<T>(this ICanTell self, object message, TimeSpan? timeout, CancellationToken cancellationToken) =>
        self.Ask<T>(_ => message, timeout, cancellationToken);

    public static async Task<T> Ask<T>(
        this ICanTell self, Func<IActorRef, object> messageFactory, TimeSpan? timeout, CancellationToken cancellationToken)
    {
        var provider = ProviderOf(self) ?? throw new ArgumentException("Only actors of a system can be asked.", nameof(self));
        var limit = timeout ?? provider.Settings.AskTimeout;

        var answer = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        var future = provider.CreateFutureRef(answer);
        CancellationTokenSource? timer = null;
        CancellationTokenRegistration timedOut = default;
        CancellationTokenRegistration cancelled = default;
        try
        {
            if (limit > TimeSpan.Zero && limit != Timeout.InfiniteTimeSpan)
            {
                timer = new CancellationTokenSource(limit);
                timedOut = timer.Token.Register(() => answer.TrySetException(new AskTimeoutException(string.Create(CultureInfo.InvariantCulture, $"No answer within {limit.TotalSeconds:F2} seconds"))));
            }

            if (cancellationToken.CanBeCanceled)
            {
                cancelled = cancellationToken.Register(() => answer.TrySetCanceled(cancellationToken));
            }

            provider.RegisterTempActor(future, future.Path);
            future.DeliverAsk(messageFactory(future), self);
            return await answer.Task.ConfigureAwait(false);
        }
        finally
        {
            timedOut.Dispose();
            cancelled.Dispose();
            timer?.Dispose();
            provider.UnregisterTempActor(future.Path);
        }
    }

    private static IActorRefProvider? ProviderOf(ICanTell target) => target switch
    {
        IInternalActorRef actor => actor.Provider,
        ActorSelection { Anchor: IInternalActorRef anchor } => anchor.Provider,
        _ => ActorCell.Current?.SystemImpl.Provider,
    };
}
