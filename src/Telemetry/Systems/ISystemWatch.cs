namespace AkkaInstrumentation;

/// <summary>Watches the mailboxes of one actor system. The mailbox assembly makes it, with the first mailbox.</summary>
internal interface ISystemWatch
{
    /// <summary>What it sees at present. Any thread.</summary>
    WatchFindings Found { get; }

    /// <summary>Applies changed settings. One thread at a time.</summary>
    void Adopt(InstrumentationSettings settings);

    /// <summary>The actor system has ended. Any thread; the last call.</summary>
    void Stop();
}
