namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>The coarse clock stands still, so all roots have the ids of one twentieth of a second.</summary>
internal sealed class HeldClock : IDisposable
{
    public HeldClock() => CoarseClock.IsHeld = true;

    public void Dispose() => CoarseClock.IsHeld = false;
}
