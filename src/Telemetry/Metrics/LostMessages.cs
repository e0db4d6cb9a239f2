using Akka.Event;

namespace AkkaInstrumentation;

/// <summary>Dead letters, or unhandled messages, by sender type, recipient type and message type. Any thread.</summary>
internal sealed class LostMessages
{
    /// <summary>The numbers of sender, recipient and message types multiply, so one cap limits the number of series.</summary>
    internal const int MaxSeries = 1_000;

    private readonly ActorTypeNames _names;
    private readonly SystemTags _system;
    private readonly bool _hasReason;

    // Null until a message is lost. Most systems start without.
    private Capped<Key, Shown, TaggedCount>? _counts;

    public LostMessages(SystemTags system, ActorTypeNames names, bool hasReason)
    {
        _system = system;
        _names = names;
        _hasReason = hasReason;
    }

    public IEnumerable<TaggedCount> Counts => Volatile.Read(ref _counts) ?? Enumerable.Empty<TaggedCount>();

    public void Count(AllDeadLetters letter, string reason) =>
        Count(_names.Of(letter.Recipient), _names.Of(letter.Sender), letter, reason);

    public void Count(string recipient, string sender, AllDeadLetters letter, string reason) =>
        CountsByKey().For(new(recipient, sender, InnerMessage.Of(letter.Message).GetType(), reason)).Increment();

    private Capped<Key, Shown, TaggedCount> CountsByKey() => Volatile.Read(ref _counts) ?? CountsByKeyCore();

    private Capped<Key, Shown, TaggedCount> CountsByKeyCore()
    {
        var made = new Capped<Key, Shown, TaggedCount>(
            MaxSeries,
            key => new(key.Recipient, key.Sender, TypeNames.Of(key.Message), key.Reason),
            key => new(FoldedNames.Other, FoldedNames.Other, FoldedNames.Other, key.Reason),
            Count,
            key => !key.Message.IsCollectible);
        return Interlocked.CompareExchange(ref _counts, made, null) ?? made;
    }

    private TaggedCount Count(Shown shown)
    {
        List<KeyValuePair<string, object?>> tags =
        [
            .. _system.With(),
            new(AkkaSpanAttributes.ActorType, shown.Recipient),
            new(AkkaMetricAttributes.SenderType, shown.Sender),
            new(AkkaSpanAttributes.MessageType, shown.Message),
        ];
        if (_hasReason)
        {
            tags.Add(new(AkkaMetricAttributes.DeadLetterReason, shown.Reason));
        }

        return new([.. tags]);
    }

    private readonly record struct Key(string Recipient, string Sender, Type Message, string Reason);

    private readonly record struct Shown(string Recipient, string Sender, string Message, string Reason);
}
