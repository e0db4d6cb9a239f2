namespace Akka;

/// <summary>Says that something asynchronous has finished.</summary>
public sealed class Done
{
    public static readonly Done Instance = new();

    private Done()
    {
    }
}
