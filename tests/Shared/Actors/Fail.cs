namespace AkkaInstrumentation.Tests;

/// <summary>Code of the application that throws.</summary>
public static class Fail
{
    public static void If(bool condition)
    {
        if (condition)
        {
            throw new InvalidOperationException("on purpose");
        }
    }
}
