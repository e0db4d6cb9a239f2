namespace Akka.TestKit;

public abstract partial class TestKitBase
{
    private static readonly TimeSpan s_pollInterval = TimeSpan.FromMilliseconds(20);

    /// <summary>False when the condition was still not met as time ran out.</summary>
    internal static bool Poll(Func<bool> condition, TimeSpan timeout, TimeSpan? interval, CancellationToken cancellationToken)
    {
        var end = Now + timeout;
        while (!condition())
        {
            if (Now >= end)
            {
                return false;
            }

            Pause(interval, end, cancellationToken);
        }

        return true;
    }

    internal static async Task<bool> PollAsync(Func<Task<bool>> condition, TimeSpan timeout, TimeSpan? interval, CancellationToken cancellationToken)
    {
        var end = Now + timeout;
        while (!await condition())
        {
            if (Now >= end)
            {
                return false;
            }

            await PauseAsync(interval, end, cancellationToken);
        }

        return true;
    }

    private static void Pause(TimeSpan? interval, TimeSpan end, CancellationToken cancellationToken)
    {
        cancellationToken.WaitHandle.WaitOne(UntilNextTry(interval, end));
        cancellationToken.ThrowIfCancellationRequested();
    }

    private static Task PauseAsync(TimeSpan? interval, TimeSpan end, CancellationToken cancellationToken) =>
        Task.Delay(UntilNextTry(interval, end), cancellationToken);

    private static TimeSpan UntilNextTry(TimeSpan? interval, TimeSpan end)
    {
        var left = NotNegative(end - Now);
        var wanted = interval ?? s_pollInterval;
        return wanted < left ? wanted : left;
    }
}
