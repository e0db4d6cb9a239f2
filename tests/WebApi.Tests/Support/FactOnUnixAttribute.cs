namespace AkkaInstrumentation.Tests;

/// <summary>A test that sends a signal to a process, which Windows does not have.</summary>
public sealed class FactOnUnixAttribute : FactAttribute
{
    public FactOnUnixAttribute()
    {
        if (OperatingSystem.IsWindows())
        {
            Skip = "needs Unix signals";
        }
    }
}
