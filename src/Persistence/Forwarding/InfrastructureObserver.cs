using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace AkkaInstrumentation;

/// <summary>
/// Observes infrastructure actors, which pass messages on. Such an actor sends a message on in the handler of that message, or sets it aside and
/// sends it in the handler of another one. In the first case the current trace is the right one, in the second it is not. A message that was not sent
/// on by the end of its handler is remembered as set aside.
/// </summary>
internal sealed class InfrastructureObserver(MessageObserver? next) : MessageObserver(next)
{
    // the current message, and the application's inside it
    private object? _message;
    private object? _carried;
    private ChunkKind _chunk;
    private MessageOrigin? _origin;
    private bool _isSentOn;

    // one message may go to several receivers
    private object? _found;
    private MessageOrigin? _foundOrigin;

    // The origin of the message whose chunks are being sent, taken from its first chunk. A producer's controller sends the chunks in order and takes
    // no other message meanwhile. The origins of all chunks that may have to be sent again are kept too. Null for nearly all actors.
    private MessageOrigin? _cutUp;
    private ConditionalWeakTable<object, MessageOrigin>? _chunks;

    public override bool SeesSends => true;

    public override long Begin(in BegunMessage message)
    {
        if (message.IsTraced)
        {
            Begin(message.Message, message.Span);
        }

        return base.Begin(message);
    }

    private void Begin(in StampedEnvelope next, Activity? span)
    {
        Rests();
        _message = next.Message;
        _carried = CarriedMessage.In(_message, out _chunk);

        // If the message has a span, messages that are sent later are below it, like those that are sent at once.
        _origin = span is not null ? CarriedBaggage.With(span) : next.Origin;
    }

    public override void Rests()
    {
        // Outside of a trace, only a message that may be the application's own is worth an entry. Journals never send a request again.
        if (_message is { } message && !_isSentOn && (_origin is { IsRecorded: true } || !CarriedMessage.IsOfAkka(_carried!))
            && JournalMessages.RoleOf(message) == PersistenceRole.None)
        {
            SetAside.Remember(_carried!, _origin);
            if (!ReferenceEquals(message, _carried))
            {
                SetAside.Remember(message, _origin);
            }
        }

        (_message, _carried, _origin, _isSentOn, _found, _foundOrigin) = (null, null, null, false, null, null);
        base.Rests();
    }

    protected override bool TryOriginOfCore(object message, Activity? current, PassThroughContext? passing, out MessageOrigin? origin)
    {
        origin = null;
        var carried = CarriedMessage.In(message, out var chunk);
        if (_message is null || ReferenceEquals(carried, _carried) || ReferenceEquals(message, _message))
        {
            _isSentOn |= _message is not null;
            return false;
        }

        if (ReferenceEquals(carried, _found))
        {
            origin = _foundOrigin;
            return true;
        }

        if (SetAside.TryTake(message, out origin) || (!ReferenceEquals(message, carried) && SetAside.TryTake(carried, out origin)))
        {
            (_found, _foundOrigin) = (carried, origin);
            return true;
        }

        if (chunk != ChunkKind.None)
        {
            origin = OriginOfChunk(chunk, carried);
            return true;
        }

        // Infrastructure creates no messages of the application's types, except from chunks. So such a message, sent in the handler of an Akka
        // message, comes from elsewhere, and no trace is better than a wrong one. Code of the application that runs there may have made an activity
        // of its own current.
        return _chunk == ChunkKind.None
            && !CarriedMessage.IsOfAkka(carried)
            && CarriedMessage.IsOfAkka(InnerMessage.Unwrap(_message))
            && !IsOwn(current, passing);
    }

    // The first chunk is sent in the handler of its message. A chunk that is sent again keeps its origin.
    private MessageOrigin? OriginOfChunk(ChunkKind chunk, object bytes)
    {
        if (_chunks is not null && _chunks.TryGetValue(bytes, out var known))
        {
            return known;
        }

        if (chunk == ChunkKind.First)
        {
            (_cutUp, _isSentOn) = (_origin, true);
        }

        if (_cutUp is { } origin)
        {
            (_chunks ??= []).Add(bytes, origin);
        }

        return _cutUp;
    }

    // Whether the activity is one of the application: the library has not made it current for the message at hand.
    private static bool IsOwn(Activity? current, PassThroughContext? passing) =>
        current is not (null or CarrierActivity) && !ReferenceEquals(current, passing?.Span)
            && !ReferenceEquals(current.Source, AkkaTelemetry.Source);

    /// <summary>
    /// The origins of messages that infrastructure has set aside and may send later, by the identity of the message object. An entry lives no longer
    /// than its message, so a message that is never sent is forgotten. Any thread, under the lock of the table.
    /// </summary>
    private static class SetAside
    {
        private static readonly ConditionalWeakTable<object, Entry> Table = [];

        /// <param name="message">The message that is set aside.</param>
        /// <param name="origin">The trace in which it was sent; null for none.</param>
        public static void Remember(object message, MessageOrigin? origin)
        {
            lock (Table)
            {
                if (!Table.TryGetValue(message, out var entry))
                {
                    Table.Add(message, new Entry { Origin = origin, Left = 1 });
                    return;
                }

                // The same object was set aside in several traces, and it is not known which of them is sent first.
                entry.Left++;
                entry.Origin = MessageOrigin.AreOfOneTrace(entry.Origin, origin) ? origin : null;
            }
        }

        /// <summary>The message is sent. Returns false if it is not known. A message that was set aside in several traces belongs to none.</summary>
        public static bool TryTake(object message, out MessageOrigin? origin)
        {
            origin = null;
            if (!Table.TryGetValue(message, out _))
            {
                return false;
            }

            lock (Table)
            {
                if (!Table.TryGetValue(message, out var entry))
                {
                    return false;
                }

                origin = entry.Origin;
                if (--entry.Left == 0)
                {
                    Table.Remove(message);
                }

                return true;
            }
        }

        private sealed class Entry
        {
            public MessageOrigin? Origin { get; set; }

            public int Left { get; set; }
        }
    }
}
