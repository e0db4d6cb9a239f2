using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>Gets warm and then never ends: what the harness does with such a process is checked with it.</summary>
internal sealed class Hanging : IWorkload
{
    private int _runs;

    public string Name => "hanging";

    public string What => "never ends";

    public int Messages => 1;

    public TimeSpan Patience => TimeSpan.FromSeconds(4);

    public Task Start(ActorSystem system) => Task.CompletedTask;

    public async Task<long> Run(int messages)
    {
        await Task.Delay(++_runs > Measurement.WarmUps + Measurement.Settling ? Timeout.Infinite : 0);
        return messages;
    }
}
