namespace AkkaInstrumentation;

/// <summary>An instrumented message queue, as the dispatcher and the spans of other actors' messages see it.</summary>
internal interface IRecordedQueue
{
    MailboxRecorder Recorder { get; }
}
