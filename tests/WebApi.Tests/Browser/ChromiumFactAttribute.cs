namespace AkkaInstrumentation.Tests;

/// <summary>A test that needs a browser: skipped, with the reason, where there is none.</summary>
public sealed class ChromiumFactAttribute : FactAttribute
{
    public ChromiumFactAttribute()
    {
        if (Chromium.Executable is null)
        {
            Skip = "no Chromium found: install the package chromium, or set CHROMIUM to an executable";
        }
    }
}
