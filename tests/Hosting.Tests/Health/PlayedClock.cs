namespace AkkaInstrumentation.Tests.Health;

/// <summary>A clock of <see cref="Stopwatch"/> ticks that the test sets.</summary>
internal sealed class PlayedClock : TimeProvider
{
    public long Now { get; set; } = Stopwatch.GetTimestamp();

    public static long Later(long ticks, double seconds) => ticks + (long)(seconds * Stopwatch.Frequency);

    public override long GetTimestamp() => Now;
}
