namespace AkkaInstrumentation.Benchmarks;

/// <summary>Lines over a logarithmic axis.</summary>
/// <param name="Title">What grows upwards, with its unit.</param>
/// <param name="Abscissa">What grows to the right.</param>
/// <param name="Lines">In the order of their colours.</param>
internal sealed record Plot(string Title, string Abscissa, IReadOnlyList<PlotLine> Lines);

/// <summary>One of them, points from left to right.</summary>
internal sealed record PlotLine(string Name, List<PlotPoint> Points);

/// <summary>A median and the middle half around it.</summary>
internal readonly record struct PlotPoint(double X, double Y, double Low, double High);
