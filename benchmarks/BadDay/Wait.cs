using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Waits that end with the day.</summary>
internal static class Wait
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(20);

    /// <summary>False if the day ended.</summary>
    public static async Task<bool> For(TimeSpan time, CancellationToken end)
    {
        await Task.Delay(time, end).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return !end.IsCancellationRequested;
    }

    /// <summary>Whether it became true in time.</summary>
    public static async Task<bool> Until(Func<bool> isTrue, TimeSpan patience)
    {
        for (var begun = Stopwatch.GetTimestamp(); !isTrue(); await Task.Delay(Look))
        {
            if (Stopwatch.GetElapsedTime(begun) > patience)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Before that, Akka keeps messages in a queue with a time-out, after which it loses them.</summary>
    public static Task UntilStarted(IEnumerable<IActorRef> actors) =>
        Task.WhenAll(actors.Select(actor => actor.Ask<ActorIdentity>(new Identify(null), TimeSpan.FromMinutes(1))));
}
