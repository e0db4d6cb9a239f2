namespace AkkaInstrumentation;

/// <summary>A place in a system's configuration that names a mailbox by its id.</summary>
/// <param name="Path">The place.</param>
/// <param name="Id">The mailbox's id.</param>
/// <param name="Requirement">The queue type that is bound to the mailbox; null when the place is an actor's deployment.</param>
internal sealed record MailboxBinding(string Path, string Id, Type? Requirement = null);
