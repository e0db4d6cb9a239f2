namespace WebApi.Actors;

/// <summary>What payments depend on. It can be slow for a while. Any thread.</summary>
public sealed class CardNetwork
{
    private static readonly TimeSpan Slow = TimeSpan.FromSeconds(2);

    private long _slowUntil;

    public void SlowDown(TimeSpan lasts) => Volatile.Write(ref _slowUntil, DateTime.UtcNow.Ticks + lasts.Ticks);

    public Task CheckCard()
    {
        if (DateTime.UtcNow.Ticks < Volatile.Read(ref _slowUntil))
        {
            return Task.Delay(Slow);
        }

        var isSlow = Random.Shared.Next(50) == 0;
        return Task.Delay(isSlow ? Random.Shared.Next(80, 160) : Random.Shared.Next(4, 20));
    }
}
