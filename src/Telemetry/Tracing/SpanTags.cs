using System.Collections;
using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The attributes with which a span starts. There is one object per thread. It is its own enumerator and is refilled for each span.
/// Activities copy the attributes, so only their own nodes are allocated, and samplers can see the attributes.
/// </summary>
internal sealed class SpanTags : IEnumerable<KeyValuePair<string, object?>>, IEnumerator<KeyValuePair<string, object?>>
{
    /// <summary>The value of <see cref="AkkaSpanAttributes.SamplingReason"/> for the other messages in the trace of a failed or slow one.</summary>
    public const string KeptReason = "kept";

    [ThreadStatic]
    private static SpanTags? t_mine;

    private readonly KeyValuePair<string, object?>[] _tags = new KeyValuePair<string, object?>[20];
    private int _count;
    private int _index;

    public KeyValuePair<string, object?> Current => _tags[_index];

    object IEnumerator.Current => Current;

    /// <summary>The thread's object, filled for the span of a message.</summary>
    /// <param name="template">The common parts of all spans of the actor system.</param>
    /// <param name="actor">The actor's type.</param>
    /// <param name="messageType">The readable name of the message's type.</param>
    /// <param name="mailbox">The actor's mailbox.</param>
    /// <param name="sender">The message's sender.</param>
    /// <param name="waited">Ticks that the message has waited; negative when unknown.</param>
    /// <param name="shownName">The name of the event, if the message is a journal's answer for one. Null for the message's own.</param>
    public static SpanTags OfMessage(SpanTemplate template, ActorTypeInfo actor, string messageType,
        ObservedMailbox mailbox, IActorRef? sender, long waited, string? shownName) =>
        OfMessage(template, actor, messageType, mailbox.Path, mailbox.Entity, MessageSpan.PathOf(sender), waited, shownName);

    /// <summary>The same of a message whose actor may have stopped.</summary>
    public static SpanTags OfMessage(SpanTemplate template, ActorTypeInfo actor, string messageType,
        string path, EntityPath? place, string? sender, long waited, string? shownName)
    {
        var tags = OfActor(template, actor);
        tags.Add(AkkaSpanAttributes.MessageType, shownName ?? messageType);
        tags.Add(AkkaSpanAttributes.ActorPath, path);
        tags.AddSender(sender);
        if (waited >= 0)
        {
            tags.Add(AkkaSpanAttributes.MailboxWaitDuration, Ticks.ToRoundSeconds(waited));
        }

        if (template.WritesMessaging)
        {
            tags.AddMessaging(AkkaSpanAttributes.MessagingOperationValue, path);
            tags.Add(AkkaSpanAttributes.MessagingDestinationTemplate, actor.Name);
        }

        if (shownName is not null)
        {
            // the persist handler runs in the journal's answer
            tags.Add(AkkaSpanAttributes.PersistenceAnswer, PersistenceAnswers.Word(messageType));
        }

        if (place is { } entity)
        {
            tags.Add(AkkaSpanAttributes.ShardRegionName, entity.Region);
            tags.Add(AkkaSpanAttributes.ShardId, entity.Shard);
            tags.Add(AkkaSpanAttributes.EntityId, entity.Entity);
        }

        return tags;
    }

    /// <summary>The thread's object, filled for the span of an actor that failed to start. There is no message.</summary>
    public static SpanTags OfStart(SpanTemplate template, ActorTypeInfo actor, ObservedMailbox mailbox)
    {
        var tags = OfActor(template, actor);
        tags.Add(AkkaSpanAttributes.ActorPath, mailbox.Path);
        return tags;
    }

    /// <summary>The thread's object, filled for the span of a message that leaves the node.</summary>
    public static SpanTags OfSend(SpanTemplate template, string messageType, string receiverPath, IActorRef? sender, string? host, int? port)
    {
        var tags = OfSystem(template);
        tags.Add(AkkaSpanAttributes.MessageType, messageType);
        tags.Add(AkkaSpanAttributes.ReceiverPath, receiverPath);
        tags.AddSender(sender);
        if (host is not null && port is not null)
        {
            tags.Add(AkkaSpanAttributes.ServerAddress, host);
            tags.Add(AkkaSpanAttributes.ServerPort, (long)port);
        }

        if (template.WritesMessaging)
        {
            tags.AddMessaging(AkkaSpanAttributes.MessagingSendValue, receiverPath);
        }

        return tags;
    }

    /// <summary>The thread's object, filled for the span of an Ask.</summary>
    public static SpanTags OfAsk(SpanTemplate template, string messageType, string? receiverPath, IActorRef? asker)
    {
        var tags = OfSystem(template);
        tags.Add(AkkaSpanAttributes.MessageType, messageType);
        tags.AddSender(asker);
        if (receiverPath is not null)
        {
            tags.Add(AkkaSpanAttributes.ReceiverPath, receiverPath);
        }

        return tags;
    }

    /// <summary>The thread's object, filled with what all spans have.</summary>
    public static SpanTags OfSystem(SpanTemplate template)
    {
        var tags = t_mine ??= new SpanTags();
        tags._count = 0;
        tags.Add(AkkaSpanAttributes.ActorSystemName, template.SystemName);
        if (template.NodeAddress is { } address)
        {
            tags.Add(AkkaSpanAttributes.NodeAddress, address);
        }

        return tags;
    }

    public void AddStash(int times, long ticks)
    {
        Add(AkkaSpanAttributes.StashCount, (long)times);
        Add(AkkaSpanAttributes.StashDuration, Ticks.ToRoundSeconds(ticks));
    }

    /// <summary>
    /// Writes only changed values. Most attributes are the same as those of the previous span, and writing a reference is expensive.
    /// </summary>
    public void Add(string key, object? value)
    {
        ref var tag = ref _tags[_count++];
        if (!ReferenceEquals(tag.Value, value) || !ReferenceEquals(tag.Key, key))
        {
            tag = new(key, value);
        }
    }

    public IEnumerator<KeyValuePair<string, object?>> GetEnumerator()
    {
        _index = -1;
        return this;
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public bool MoveNext() => ++_index < _count;

    public void Reset() => _index = -1;

    public void Dispose()
    {
    }

    private static SpanTags OfActor(SpanTemplate template, ActorTypeInfo actor)
    {
        var tags = OfSystem(template);
        tags.Add(AkkaSpanAttributes.ActorType, actor.Name);
        return tags;
    }

    private void AddSender(IActorRef? sender) => AddSender(MessageSpan.PathOf(sender));

    private void AddSender(string? path)
    {
        if (path is not null)
        {
            Add(AkkaSpanAttributes.SenderPath, path);
        }
    }

    // The destination repeats a value that the span has under another name.
    private void AddMessaging(string operation, string destination)
    {
        Add(AkkaSpanAttributes.MessagingSystem, AkkaSpanAttributes.MessagingSystemValue);
        Add(AkkaSpanAttributes.MessagingOperationName, operation);
        Add(AkkaSpanAttributes.MessagingOperationType, operation);
        Add(AkkaSpanAttributes.MessagingDestinationName, destination);
    }
}

/// <summary>The common parts of all spans of one actor system. Replaced as a whole when the settings change.</summary>
/// <param name="SystemName">The actor system's name.</param>
/// <param name="NodeAddress">The actor system's address; null until it has been associated with another node.</param>
/// <param name="WritesMessaging">Whether spans have the attributes of the messaging conventions.</param>
/// <param name="Details">The details that are added to spans besides the common attributes; null for none.</param>
/// <param name="LocalKind">The kind of a span whose parent is in this process.</param>
/// <param name="Sampler">The SDK's sampler, if the standard variables name one.</param>
internal sealed record SpanTemplate(string SystemName, string? NodeAddress, bool WritesMessaging,
    SpanDetails? Details, ActivityKind LocalKind, SdkSampler? Sampler)
{
    /// <summary>The parent of a span that begins a trace.</summary>
    public ActivityContext NewTrace() => Sampler?.NewTrace() ?? default;
}

/// <summary>
/// Adds to a recorded span, besides its attributes, the message's text and the results of the user's callbacks. This happens when the span starts,
/// before the handler: the handler may change the message, and an open span must not keep the message alive. No error here affects the
/// message or the span.
/// </summary>
/// <param name="maxLength">Characters of the message's text; 0 for none.</param>
/// <param name="redactor">The user's redactor; null for none.</param>
/// <param name="enricher">The user's enricher; null for none.</param>
/// <param name="system">The name of the actor system that they are configured for.</param>
internal sealed class SpanDetails(int maxLength, Func<object, string?>? redactor, AkkaSpanEnricher? enricher, string system)
{
    /// <summary>Thread that runs the actor. The span is current.</summary>
    public void Add(Activity span, in AkkaMessageContext message)
    {
        var baggage = AmbientBaggage.Current;
        using (new ContextScope())
        {
            if (maxLength > 0)
            {
                AddContent(span, message.Message);
            }

            if (enricher is not null)
            {
                TelemetryFault.Guard(TelemetryFault.Enricher, (enricher, span, message), static it => it.enricher(it.span, it.message), system);
            }
        }

        // Baggage that a callback has set does not belong to the message.
        if (!ReferenceEquals(AmbientBaggage.Current, baggage))
        {
            AmbientBaggage.Replace(baggage);
        }
    }

    private void AddContent(Activity span, object message)
    {
        if (TelemetryFault.GuardValue(TelemetryFault.Content, message, redactor ?? InvariantText.Format, null, system) is { } text)
        {
            span.SetTag(AkkaSpanAttributes.MessageContent, TextCut.At(text, maxLength));
        }
    }
}

/// <summary>The user's callbacks that add to spans or decide about them; each is null if it is not set.</summary>
internal sealed record SpanCallbacks(Func<object, string?>? Redactor, AkkaSpanEnricher? Enricher, AkkaMessageFilter? Filter = null)
{
    /// <summary>Uses the callbacks of <paramref name="earlier"/> for those that are null here.</summary>
    public SpanCallbacks Over(SpanCallbacks? earlier) =>
        new(Redactor ?? earlier?.Redactor, Enricher ?? earlier?.Enricher, Filter ?? earlier?.Filter);
}
