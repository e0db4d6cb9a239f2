namespace AkkaInstrumentation.Benchmarks;

/// <summary>What one fresh process took to start, step by step.</summary>
/// <param name="System">The first actor system.</param>
/// <param name="Actor">The first actor, until it has answered.</param>
/// <param name="OtherType">The first actor of another type, until it has answered.</param>
/// <param name="OtherMessage">The first message of another type, until it is answered.</param>
/// <param name="OtherSystem">Another actor system of the same process.</param>
internal sealed record StartFigures(Taken System, Taken Actor, Taken OtherType, Taken OtherMessage, Taken OtherSystem);

/// <summary>Time and allocated memory of one step.</summary>
/// <param name="Milliseconds">Elapsed time.</param>
/// <param name="Bytes">What all threads allocated meanwhile.</param>
internal sealed record Taken(double Milliseconds, long Bytes);
