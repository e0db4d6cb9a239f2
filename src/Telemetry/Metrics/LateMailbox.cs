namespace AkkaInstrumentation;

/// <summary>A mailbox whose oldest timed message has waited for long, when it was checked.</summary>
internal readonly record struct LateMailbox(ObservedMailbox Mailbox, int Depth, long OldestEnqueuedAt);
