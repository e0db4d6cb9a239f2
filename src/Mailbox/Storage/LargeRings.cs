namespace AkkaInstrumentation;

/// <summary>
/// The rings of backlogs. The <see cref="BackgroundThread"/> looks at them once a second and gives the memory of idle actors back. The receiver of an
/// idle actor does not run, so it cannot do this.
/// </summary>
internal sealed class LargeRings() : BackgroundWork(TimeSpan.FromSeconds(1), TelemetryFault.Queue)
{
    private static readonly LargeRings Work = new();

    // Also the lock under which the work is added and removed; taken before a ring's lock. Weak: the receiver leaves a ring without a word.
    private readonly List<WeakReference<EnvelopeRing>> _rings = [];

    /// <summary>Any thread, without a ring's lock.</summary>
    public static void Add(EnvelopeRing ring)
    {
        lock (Work._rings)
        {
            Work._rings.Add(new(ring));
            BackgroundThread.TryAdd(Work);
        }
    }

    /// <summary>Any thread.</summary>
    public static void Look() => Work.Do(0);

    protected override void Do(long now)
    {
        lock (_rings)
        {
            _rings.RemoveAll(static reference => !reference.TryGetTarget(out var ring) || ring.TryGiveBack());
            if (_rings.Count == 0)
            {
                BackgroundThread.Remove(this);
            }
        }
    }
}
