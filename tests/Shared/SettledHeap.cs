namespace AkkaInstrumentation.Tests;

/// <summary>
/// The size of the heap once nothing more is given back. One collection is not enough: what has a finalizer is freed by the one after it, and what
/// earlier tests have left goes meanwhile, which would be taken from what is measured.
/// </summary>
public static class SettledHeap
{
    private const int MaxCollections = 50;
    private const int Quiet = 3;

    /// <summary>Bytes. Collects until the heap has not become smaller three times in a row.</summary>
    public static long Bytes()
    {
        var least = long.MaxValue;
        var quiet = 0;
        for (var i = 0; i < MaxCollections && quiet < Quiet; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            var bytes = GC.GetTotalMemory(forceFullCollection: true);
            quiet = bytes < least ? 0 : quiet + 1;
            least = Math.Min(least, bytes);
        }

        return least;
    }
}
