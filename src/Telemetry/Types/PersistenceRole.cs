namespace AkkaInstrumentation;

/// <summary>The part that a message plays between a persistent actor and its journal.</summary>
internal enum PersistenceRole
{
    /// <summary>A message of somebody else.</summary>
    None,

    /// <summary>One that is not needed here.</summary>
    Other,

    /// <summary>The actor asks for events to be written.</summary>
    Request,

    /// <summary>The journal has written a request, or has failed to. The actor may now send the next request.</summary>
    BatchAnswer,

    /// <summary>The journal answers for one event. The persist handler runs in this message.</summary>
    EventAnswer,

    /// <summary>The actor may begin to recover.</summary>
    RecoveryBegins,

    /// <summary>The snapshot from which the actor recovers, or one that it has asked for later.</summary>
    Snapshot,

    /// <summary>An event of the past, for an actor that recovers.</summary>
    Replayed,

    /// <summary>The actor has recovered, or has failed to.</summary>
    Recovered,
}
