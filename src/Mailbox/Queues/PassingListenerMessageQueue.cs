namespace AkkaInstrumentation;

/// <summary>The queue of an actor of Akka's that logs dead letters and unhandled messages. The line belongs to the trace of the message.</summary>
internal sealed class PassingListenerMessageQueue(AkkaInstrumentationExtension instrumentation) : PassingMessageQueue(instrumentation)
{
    protected override void Handle(MessageOrigin? origin) => ReportedMessage.Begin(origin);

    protected override void Rest() => ReportedMessage.End();

    // The loggers report it.
    protected override void Lose()
    {
    }
}
