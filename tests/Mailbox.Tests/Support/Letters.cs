namespace AkkaInstrumentation.Tests;

internal static class Letters
{
    /// <summary>The dead letters of a system from now on, in order. Each gets here by a message, so a little later.</summary>
    public static ConcurrentQueue<DeadLetter> Of(TestSystem system)
    {
        var letters = new ConcurrentQueue<DeadLetter>();
        system.System.EventStream.Subscribe(system.ActorOf((_, message) => letters.Enqueue((DeadLetter)message)), typeof(DeadLetter));
        return letters;
    }
}
