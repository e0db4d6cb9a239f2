namespace AkkaInstrumentation.Benchmarks;

/// <summary>One iteration, as the measuring process reports it to its parent. All figures are of one message.</summary>
/// <param name="Nanoseconds">Time.</param>
/// <param name="CpuNanoseconds">Processor time of the process.</param>
/// <param name="Bytes">Bytes allocated on both nodes.</param>
internal sealed record NodeTurn(double Nanoseconds, double CpuNanoseconds, double Bytes);

/// <summary>What a process reports before its first iteration.</summary>
/// <param name="WireBytes">Bytes that the transport got for a message.</param>
/// <param name="Spans">Spans that were exported for each 100 messages: whether the state is the one that its name promises.</param>
internal sealed record NodeReady(double WireBytes, double Spans);
