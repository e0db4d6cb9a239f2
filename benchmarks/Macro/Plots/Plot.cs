namespace AkkaInstrumentation.Benchmarks;

/// <summary>Lines over a logarithmic axis.</summary>
internal sealed record Plot(string Title, IReadOnlyList<PlotLine> Lines);

/// <summary>One of them, points from left to right.</summary>
internal sealed record PlotLine(string Name, List<(double X, double Y)> Points);
