namespace AkkaInstrumentation.Tests;

/// <summary>Not a test but a command: it runs where <c>PICTURES=1</c> is set.</summary>
public sealed class PicturesFactAttribute : FactAttribute
{
    public PicturesFactAttribute()
    {
        if (Environment.GetEnvironmentVariable("PICTURES") != "1" || Chromium.Executable is null)
        {
            Skip = "takes the documents' pictures when PICTURES=1 is set and Chromium is there";
        }
    }
}
