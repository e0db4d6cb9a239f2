namespace AkkaInstrumentation;

/// <summary>What an actor does at one moment.</summary>
internal enum ActorDoing
{
    /// <summary>Not known: nobody watches the threads.</summary>
    Unknown,

    /// <summary>Nothing. If messages wait, no thread has taken them up.</summary>
    Nothing,

    /// <summary>It occupies a thread.</summary>
    Working,

    /// <summary>Its handler awaits. It takes no other message meanwhile.</summary>
    Awaiting,
}

/// <summary>An actor at one moment.</summary>
/// <param name="Doing">What it does.</param>
/// <param name="Message">Readable name of the type of the message in work; null for none.</param>
/// <param name="Dispatcher">Id of its dispatcher; null when it is not known.</param>
internal readonly record struct MailboxState(ActorDoing Doing, string? Message, string? Dispatcher);
