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
    private object _from = request;

    /// <summary>The object that is in the event's answer.</summary>
    public object Key { get; private set; } = request;

    /// <summary>The sender of the event's command.</summary>
    public readonly IActorRef? Sender => PersistenceTypes.EnvelopeOf(_from).SenderOf(_from);

    /// <summary>The number of events that follow.</summary>
    public readonly int Count()
    {
        var rest = this;
        var count = 0;
        while (rest.MoveNext())
        {
            count++;
        }

        return count;
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
            var shape = PersistenceTypes.EnvelopeOf(envelope);
            var payload = shape.Read(envelope);
            if (shape.IsAtomicWrite && payload is IEnumerable events)
            {
                (_events, _nextEvent) = (ListOf(events), 0);
            }
            else if (payload is not null)
            {
                (Key, _from) = (payload, envelope);
                return true;
            }
        }

        Key = _from = _events[_nextEvent++];
        return true;
    }

    private static IReadOnlyList<object> ListOf(IEnumerable? items) =>
        items as IReadOnlyList<object> ?? (items is null ? [] : [.. items.Cast<object>()]);
}
