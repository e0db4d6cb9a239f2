namespace AkkaInstrumentation.Tests.Sampling;

/// <summary>The coarse clock stands still.</summary>
internal sealed class HeldClock : IDisposable
{
    public HeldClock() => CoarseClock.IsHeld = true;

    public void Dispose() => CoarseClock.IsHeld = false;
}
