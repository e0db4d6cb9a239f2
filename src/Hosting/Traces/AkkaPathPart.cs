namespace AkkaInstrumentation;

/// <summary>What a trace did in one part of its critical path.</summary>
public enum AkkaPathPart
{
    /// <summary>A handler worked, or the application's code in another span that is no call to elsewhere.</summary>
    Working,

    /// <summary>A message waited in a mailbox: for the messages before it, and for a thread of the dispatcher.</summary>
    Waiting,

    /// <summary>A message waited in the stash of its actor.</summary>
    Stashed,

    /// <summary>A call to elsewhere was awaited: a span of kind Client or Producer, for example of an HTTP or SQL library.</summary>
    Awaiting,

    /// <summary>No span tells: between the end of a handler and a message that follows from it, for example a scheduled one or one of a task.</summary>
    Unseen,
}
