namespace AkkaInstrumentation;

/// <summary>Gets the mailboxes in which messages wait: see <see cref="MailboxRegistry.VisitWaiting"/>.</summary>
internal interface IMailboxVisitor
{
    /// <summary>Called under the lock of 64 mailboxes. Does little, and does not throw.</summary>
    void Visit(ObservedMailbox mailbox, int depth);
}
