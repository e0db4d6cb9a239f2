namespace AkkaInstrumentation.Tests;

/// <summary>A test with axe-core, which is no part of this repository: it runs where <c>AXE</c> names its <c>axe.min.js</c>.</summary>
public sealed class AxeFactAttribute : FactAttribute
{
    public AxeFactAttribute()
    {
        if (Script is null || Chromium.Executable is null)
        {
            Skip = "checks the pages with axe-core when AXE names axe.min.js (npm pack axe-core) and Chromium is there";
        }
    }

    /// <summary>The file; null for none.</summary>
    public static string? Script { get; } = Environment.GetEnvironmentVariable("AXE") is { Length: > 0 } file ? file : null;
}
