namespace AkkaInstrumentation.Tests;

/// <summary>What a message allocates in the whole process, sender and handler included. For tests in the collection <c>alone</c>.</summary>
public static class MessageBytes
{
    private const int Messages = 30_000;

    /// <summary>In portions, so that no queue grows; without an Ask, whose own allocations depend on who is first.</summary>
    /// <param name="system">The system of the receiver.</param>
    /// <param name="expected">It is measured until this is met; null measures as often as ever.</param>
    public static async Task<double> Of(TestSystem system, double? expected = null)
    {
        var message = new object();
        var handled = 0;
        var actor = system.ActorOf((_, _) => Volatile.Write(ref handled, handled + 1));
        return await AllocationMeter.InProcess(
            () =>
            {
                for (var sent = 0; sent < Messages; sent += 100)
                {
                    var until = Volatile.Read(ref handled) + 100;
                    actor.TellTimes(100, message);
                    SpinWait.SpinUntil(() => Volatile.Read(ref handled) == until);
                }

                return Task.CompletedTask;
            },
            Messages,
            expected);
    }
}
