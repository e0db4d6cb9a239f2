namespace AkkaInstrumentation.Tests.Cases;

/// <summary>Handlers that throw.</summary>
internal static class Fail
{
    public static void If(bool condition)
    {
        if (condition)
        {
            throw new TimeoutException("no stock");
        }
    }
}
