namespace AkkaInstrumentation;

/// <summary>Estimates which messages wait.</summary>
internal static class WaitingMessages
{
    /// <summary>
    /// The number of waiting messages of each type in some mailboxes, estimated from the first messages of each mailbox; null if messages wait but no
    /// mailbox can name their types. Any thread; the messages may have been taken by now.
    /// </summary>
    public static Dictionary<string, double>? ByType(IReadOnlyList<RankedMailbox> mailboxes)
    {
        var waiting = new Dictionary<string, double>();
        foreach (var (mailbox, _, depth, _, _) in mailboxes)
        {
            if (mailbox is not MailboxRecorder { ActorType: { } type } recorder)
            {
                continue;
            }

            var first = TelemetryFault.GuardValue(TelemetryFault.Queue, recorder, static one => one.Senders(), []);
            foreach (var message in first)
            {
                var name = type.Message(message.Message).Name;
                waiting[name] = waiting.GetValueOrDefault(name) + ((double)depth / first.Count);
            }
        }

        return waiting.Count > 0 || mailboxes.Count == 0 ? waiting : null;
    }
}
