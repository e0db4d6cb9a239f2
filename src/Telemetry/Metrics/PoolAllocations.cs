namespace AkkaInstrumentation;

/// <summary>
/// Counts how often the pool of message metadata was empty and an object was allocated. This happens at first, and under a large backlog. Any thread.
/// </summary>
internal static class PoolAllocations
{
    private static long s_count;

    public static long Count => Interlocked.Read(ref s_count);

    public static void Add() => Interlocked.Increment(ref s_count);
}
