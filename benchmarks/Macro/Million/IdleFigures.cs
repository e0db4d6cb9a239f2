namespace AkkaInstrumentation.Benchmarks;

/// <summary>What idle actors take, as the measuring process reports it to its parent. Bytes are per actor, on the heap.</summary>
/// <param name="Started">After they have started.</param>
/// <param name="AfterOneMessage">After each has worked on one message.</param>
/// <param name="Left">After they have stopped.</param>
/// <param name="StartSeconds">From the order to start them until the last one has.</param>
/// <param name="StopSeconds">From the order to stop them until the last one has.</param>
/// <param name="CollectMilliseconds">A collection of the metrics with all of them alive; 0 where nobody collects.</param>
/// <param name="GarbageMilliseconds">A full, blocking garbage collection with all of them alive.</param>
internal sealed record IdleFigures(
    double Started, double AfterOneMessage, double Left, double StartSeconds, double StopSeconds, double CollectMilliseconds, double GarbageMilliseconds);
