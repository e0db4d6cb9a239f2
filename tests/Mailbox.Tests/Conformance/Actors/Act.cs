namespace AkkaInstrumentation.Tests.Conformance;

/// <summary>What a scripted actor does with a message.</summary>
internal enum Act
{
    Handle,

    /// <summary>Fails, and its supervisor lets it go on: the mailbox is suspended and resumed.</summary>
    Resume,

    /// <summary>Fails, and its supervisor restarts it.</summary>
    Restart,
    Stash,
    Unstash,
    UnstashAll,
    StashAndResume,
    StashAndRestart,
    UnstashAndRestart,
    UnstashAllAndResume,
    UnstashAllAndRestart,

    /// <summary>Stops itself with whatever waits and is stashed.</summary>
    Stop,
}
