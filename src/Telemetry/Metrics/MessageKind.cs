using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// A message type at the actors of one type to which the same rules apply: its names, and the rules' verdict. Made once and
/// shared by the mailboxes of these actors.
/// </summary>
internal sealed class MessageKind(object key, MessageTypeInfo info, Verdict verdict)
{
    /// <summary>
    /// The key of its cells: the type. For a type that can be unloaded, and so must not be kept alive, the key is the <see cref="MessageTypeInfo"/>
    /// of its name.
    /// </summary>
    public object Key { get; } = key;

    public MessageTypeInfo Info { get; } = info;

    /// <summary>The verdict of the rules; without meaning where <see cref="IsOfMany"/>.</summary>
    public Verdict Verdict { get; } = verdict;

    /// <summary>One of Akka's own wrappers. The message inside is counted instead.</summary>
    public bool IsWrapper { get; } = info.IsWrapper;

    /// <summary>Several types may be counted here, so the rules are read for each message's own type.</summary>
    public bool IsOfMany { get; } = info.IsOther || key is MessageTypeInfo;

    /// <summary>Whether these messages only need to be counted: no rule, no wrapper, one type.</summary>
    public bool IsPlain => PlainType is not null;

    /// <summary>The type, if its messages only need to be counted; else null.</summary>
    public Type? PlainType { get; } = !info.IsWrapper && !info.IsOther && verdict.IsPlain ? key as Type : null;
}

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
}
