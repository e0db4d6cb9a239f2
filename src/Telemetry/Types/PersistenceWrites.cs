using System.Collections;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// What a request asks the journal to write, event after event. An atomic write has a list of events; a deferred event stands for itself. Allocates
/// nothing where Akka sends lists, as it does.
/// </summary>
/// <param name="request">The request.</param>
internal struct PersistenceWrites(object request)
{
    private readonly IReadOnlyList<object> _envelopes = ListOf(PersistenceTypes.ShapeOf(request).Read(request) as IEnumerable);
    private IReadOnlyList<object> _events = [];
    private int _nextEnvelope;
    private int _nextEvent;
    private object _event = request;
    private bool _isDeferred;

    /// <summary>The sender of the event's command.</summary>
    public readonly IActorRef? Sender => PersistenceTypes.ShapeOf(_event).SenderOf(_event);

    /// <summary>
    /// Whether the answer is for this event. Most journals answer with the event's own object. From others it is a copy, with the same sequence number.
    /// An actor that was restarted may use a number again, but has another instance number.
    /// </summary>
    /// <param name="request">The request of these events.</param>
    /// <param name="shape">The shape of the answer.</param>
    /// <param name="answer">The answer.</param>
    public readonly bool IsAnswered(object request, PersistenceShape shape, object answer)
    {
        if (_isDeferred || shape.IsDeferred)
        {
            return _isDeferred == shape.IsDeferred && IsOfSameActor(request, shape, answer);
        }

        var written = shape.Read(answer);
        return ReferenceEquals(written, _event)
            || (written is not null && IsOfSameActor(request, shape, answer) && Equals(NumberOf(written), NumberOf(_event)));
    }

    public bool MoveNext()
    {
        while (_nextEvent == _events.Count)
        {
            if (_nextEnvelope == _envelopes.Count)
            {
                return false;
            }

            var envelope = _envelopes[_nextEnvelope++];
            var shape = PersistenceTypes.ShapeOf(envelope);
            var payload = shape.Read(envelope);
            if (shape.IsAtomicWrite && payload is IEnumerable events)
            {
                (_events, _nextEvent) = (ListOf(events), 0);
            }
            else
            {
                (_event, _isDeferred) = (envelope, true);
                return true;
            }
        }

        (_event, _isDeferred) = (_events[_nextEvent++], false);
        return true;
    }

    private static bool IsOfSameActor(object request, PersistenceShape shape, object answer) =>
        Equals(shape.NumberOf(answer), PersistenceTypes.ShapeOf(request).NumberOf(request));

    private static object? NumberOf(object written) => PersistenceTypes.ShapeOf(written).NumberOf(written);

    private static IReadOnlyList<object> ListOf(IEnumerable? items) =>
        items as IReadOnlyList<object> ?? (items is null ? [] : [.. items.Cast<object>()]);
}
