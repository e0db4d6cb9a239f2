namespace AkkaInstrumentation;

/// <summary>A queue whose actor may stash.</summary>
internal interface IStashingQueue
{
    MailboxRecorder Recorder { get; }

    /// <summary>The first call creates it. Actor's thread.</summary>
    StashHandoff Handoff { get; }
}
