namespace AkkaInstrumentation.Tests;

/// <summary>A test that needs a browser.</summary>
public sealed class ChromiumFactAttribute() : FactIfAttribute(
    Chromium.Executable is not null, "no Chromium found: install the package chromium, or set CHROMIUM to an executable");

/// <summary>A test with axe-core, which is no part of this repository: it runs where <c>AXE</c> names its <c>axe.min.js</c>.</summary>
public sealed class AxeFactAttribute() : FactIfAttribute(
    Script is not null && Chromium.Executable is not null,
    "checks the pages with axe-core when AXE names axe.min.js (npm pack axe-core) and Chromium is there")
{
    /// <summary>The file; null for none.</summary>
    public static string? Script { get; } = Environment.GetEnvironmentVariable("AXE") is { Length: > 0 } file ? file : null;
}

/// <summary>Not a test but a command: it runs where <c>PICTURES=1</c> is set.</summary>
public sealed class PicturesFactAttribute() : FactIfAttribute(
    Environment.GetEnvironmentVariable("PICTURES") == "1" && Chromium.Executable is not null,
    "takes the documents' pictures when PICTURES=1 is set and Chromium is there");

/// <summary>Not a test but a command: it runs where <c>PICTURES</c> names a folder.</summary>
public sealed class AllPicturesFactAttribute() : FactIfAttribute(
    Folder is not null && Chromium.Executable is not null, "takes all looks of all views when PICTURES names a folder and Chromium is there")
{
    /// <summary>The folder; null for none.</summary>
    public static string? Folder { get; } = Environment.GetEnvironmentVariable("PICTURES") is { Length: > 1 } folder ? folder : null;
}

/// <summary>A test with data that needs a browser.</summary>
public sealed class ChromiumTheoryAttribute : TheoryAttribute
{
    public ChromiumTheoryAttribute()
    {
        if (Chromium.Executable is null)
        {
            Skip = "no Chromium found: install the package chromium, or set CHROMIUM to an executable";
        }
    }
}
