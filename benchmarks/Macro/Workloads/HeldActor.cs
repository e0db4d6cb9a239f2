namespace AkkaInstrumentation.Benchmarks;

/// <summary>Holds its thread when it is told to, does nothing with other messages, and says when it has got the last one.</summary>
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
