namespace AkkaInstrumentation.Tests.Persistence;

/// <summary>
/// What a command that is persisted costs in bytes above plain Akka, from the command to its handled event. Unlike time, it repeats.
/// </summary>
[Collection(Alone.Name)]
public sealed class WriteAllocationSpec
{
    private const int Commands = 5_000;

    // Akka itself allocates four kilobytes, which differ by a few bytes from one run to the next
    private const double Noise = 8;

    [Fact]
    public async Task Without_a_listener_nothing_is_allocated() => Assert.InRange(await OverPlainAkka(), double.MinValue, Noise);

    [Fact]
    public async Task Metrics_allocate_nothing_for_a_write()
    {
        using var metrics = Unheeding.Metrics();

        Assert.InRange(await OverPlainAkka(), double.MinValue, Noise);
    }

    private static async Task<double> OverPlainAkka()
    {
        using var gate = new ScriptedJournal.Gate(keeps: false);
        await using var plain = Systems.Plain(gate.Hocon);
        await using var instrumented = Systems.Instrumented(gate.Hocon);
        var before = await BytesPerWrite(plain);
        return await BytesPerWrite(instrumented, before + Noise) - before;
    }

    // One after the other, so that no queue grows and no two events share a request.
    private static async Task<double> BytesPerWrite(TestSystem system, double? expected = null)
    {
        var handled = 0;
        var account = await Account.Recovered(system,
            system.ActorOf((_, message) => Volatile.Write(ref handled, handled + (message is Account.Persisted ? 1 : 0))));
        var command = new Account.PersistsThat(new Account.Persisted(0));
        return await AllocationMeter.InProcess(
            () =>
            {
                for (var i = 0; i < Commands; i++)
                {
                    var next = Volatile.Read(ref handled) + 1;
                    account.Tell(command, ActorRefs.NoSender);
                    SpinWait.SpinUntil(() => Volatile.Read(ref handled) == next);
                }

                return Task.CompletedTask;
            },
            Commands,
            expected);
    }
}
