namespace AkkaInstrumentation.Benchmarks;

/// <summary>Holds its thread on demand, does nothing with other messages, and reports the last one.</summary>
internal sealed class HeldActor(Done done) : WorkActor
{
    protected override void Handle(object message)
    {
        switch (message)
        {
            case Hold hold:
                hold.Until.Wait();
                break;
            case Last:
                done.Part();
                break;
        }
    }

    public sealed record Hold(ManualResetEventSlim Until);

    public sealed class Last
    {
        public static readonly Last Message = new();
    }
}
