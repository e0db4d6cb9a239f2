using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// The kinds of messages for the actors to which the same rules apply. Their mailboxes share them. They live as long as the rules. Any thread.
/// </summary>
internal sealed class MessageKinds
{
    private static readonly ConditionalWeakTable<ActorRules, MessageKinds> All = [];

    private readonly ActorRules _rules;

    // For the message types that metrics distinguish. Their number is capped.
    private readonly ConcurrentDictionary<(ActorTypeInfo Actor, object Key), MessageKind> _kinds = new();
    private readonly TypeCache<MessageKind> _wrappers = new();

    private MessageKinds(ActorRules rules) => _rules = rules;

    /// <summary>Called for the first message of a type in a mailbox.</summary>
    public static MessageKinds Of(ActorRules rules) => All.TryGetValue(rules, out var kinds) ? kinds : All.GetValue(rules, static rules => new(rules));

    /// <summary>The kind of a message type that has a name of its own, or of the types that share one.</summary>
    /// <param name="info">The type's entry in the metrics.</param>
    /// <param name="key"><see cref="MessageKind.Key"/>.</param>
    public MessageKind KindOf(MessageTypeInfo info, object key)
    {
        if (info.IsWrapper)
        {
            return _wrappers.GetOrAdd((Type)key, static (type, its) => new MessageKind(type, its.info, its.rules.For(type)), (info, rules: _rules));
        }

        return _kinds.TryGetValue((info.Actor, key), out var kind)
            ? kind
            : _kinds.GetOrAdd((info.Actor, key), new MessageKind(key, info, key is Type message ? _rules.For(message) : _rules.Usual));
    }

    /// <summary>The kind of the same message type under these rules.</summary>
    public MessageKind Anew(MessageKind kind) => KindOf(kind.Info, kind.Key);
}
