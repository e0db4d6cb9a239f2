namespace AkkaInstrumentation;

/// <summary>A mailbox and the number of messages that waited in it when it was checked.</summary>
internal readonly record struct DeepMailbox(ObservedMailbox Mailbox, int Depth);
