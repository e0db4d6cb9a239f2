#nullable disable annotations // oblivious, as Akka's own signatures are: type arguments may be nullable

using System.Collections.Concurrent;

namespace Akka.Event;

/// <summary>
/// Delivers events to the subscribers of a classifier or of one above it. Publishing is a look-up in a cache that
/// belongs to one immutable set of subscriptions: no lock, and nothing more when nobody listens.
/// </summary>
public abstract class EventBus<TEvent, TClassifier, TSubscriber>
{
    private readonly object _lock = new();
    private volatile Snapshot _snapshot = new([]);

    internal IEnumerable<TSubscriber> Subscribers => _snapshot.Entries.Select(entry => entry.Subscriber).Distinct();

    public virtual bool Subscribe(TSubscriber subscriber, TClassifier classifier)
    {
        lock (_lock)
        {
            var entries = _snapshot.Entries;
            if (entries.Contains((subscriber, classifier)))
            {
                return false;
            }

            _snapshot = new Snapshot([.. entries, (subscriber, classifier)]);
            return true;
        }
    }

    public virtual bool Unsubscribe(TSubscriber subscriber)
    {
        lock (_lock)
        {
            var before = _snapshot.Entries;
            var entries = Array.FindAll(before, entry => !Equals(entry.Subscriber, subscriber));
            _snapshot = new Snapshot(entries);
            return entries.Length < before.Length;
        }
    }

    public virtual void Publish(TEvent @event)
    {
        var snapshot = _snapshot;
        if (snapshot.Entries.Length == 0)
        {
            return;
        }

        var classifier = GetClassifier(@event);
        if (!snapshot.Cache.TryGetValue(classifier, out var subscribers))
        {
            subscribers = snapshot.Cache.GetOrAdd(classifier, SubscribersOf(snapshot.Entries, classifier));
        }

        foreach (var subscriber in subscribers)
        {
            Publish(@event, subscriber);
        }
    }

    protected abstract bool IsSubClassification(TClassifier parent, TClassifier child);

    protected abstract void Publish(TEvent @event, TSubscriber subscriber);

    protected abstract TClassifier GetClassifier(TEvent @event);

    private TSubscriber[] SubscribersOf((TSubscriber Subscriber, TClassifier Classifier)[] entries, TClassifier classifier) =>
        entries.Where(entry => IsSubClassification(entry.Classifier, classifier)).Select(entry => entry.Subscriber).Distinct().ToArray();

    private sealed class Snapshot((TSubscriber Subscriber, TClassifier Classifier)[] entries)
    {
        public (TSubscriber Subscriber, TClassifier Classifier)[] Entries { get; } = entries;

        public ConcurrentDictionary<TClassifier, TSubscriber[]> Cache { get; } = new();
    }
}
