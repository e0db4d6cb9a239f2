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
            if (Array.Exists(entries, entry => entry.Is(subscriber, classifier))) return false;
            _snapshot = new Snapshot([.. entries, new Entry(subscriber, classifier, [])]);
            return true;
        }
    }

    public virtual bool Unsubscribe(TSubscriber subscriber)
    {
        lock (_lock)
        {
            return Replace(Array.FindAll(_snapshot.Entries, entry => !entry.IsOf(subscriber)));
        }
    }

    /// <summary>Ends this subscription, or excludes the classifier from the wider ones that cover it.</summary>
    public virtual bool Unsubscribe(TSubscriber subscriber, TClassifier classifier)
    {
        lock (_lock)
        {
            var entries = _snapshot.Entries;
            if (Replace(Array.FindAll(entries, entry => !entry.Is(subscriber, classifier)))) return true;
            if (!Array.Exists(entries, Covers)) return false;
            _snapshot = new Snapshot(Array.ConvertAll(entries, entry => Covers(entry) ? entry.Except(classifier) : entry));
            return true;
        }

        bool Covers(Entry entry) => entry.IsOf(subscriber) && IsSubClassification(entry.Classifier, classifier);
    }

    public virtual void Publish(TEvent @event)
    {
        var snapshot = _snapshot;
        if (snapshot.Entries.Length == 0) return;
        var classifier = GetClassifier(@event);
        if (!snapshot.Cache.TryGetValue(classifier, out var subscribers))
            subscribers = snapshot.Cache.GetOrAdd(classifier, SubscribersOf(snapshot.Entries, classifier));
        foreach (var subscriber in subscribers) Publish(@event, subscriber);
    }

    internal bool HasSubscriber(TSubscriber subscriber) => Array.Exists(_snapshot.Entries, entry => entry.IsOf(subscriber));

    protected abstract bool IsSubClassification(TClassifier parent, TClassifier child);

    protected abstract void Publish(TEvent @event, TSubscriber subscriber);

    protected abstract bool Classify(TEvent @event, TClassifier classifier);

    protected abstract TClassifier GetClassifier(TEvent @event);

    private bool Replace(Entry[] entries)
    {
        if (entries.Length == _snapshot.Entries.Length) return false;
        _snapshot = new Snapshot(entries);
        return true;
    }

    private TSubscriber[] SubscribersOf(Entry[] entries, TClassifier classifier) =>
        entries.Where(entry => Wants(entry, classifier)).Select(entry => entry.Subscriber).Distinct().ToArray();

    private bool Wants(Entry entry, TClassifier classifier) =>
        IsSubClassification(entry.Classifier, classifier)
        && !Array.Exists(entry.Exceptions, exception => IsSubClassification(exception, classifier));

    private sealed record Entry(TSubscriber Subscriber, TClassifier Classifier, TClassifier[] Exceptions)
    {
        public bool IsOf(TSubscriber subscriber) => EqualityComparer<TSubscriber>.Default.Equals(Subscriber, subscriber);

        public bool Is(TSubscriber subscriber, TClassifier classifier) =>
            IsOf(subscriber) && EqualityComparer<TClassifier>.Default.Equals(Classifier, classifier);

        public Entry Except(TClassifier classifier) => this with { Exceptions = [.. Exceptions, classifier] };
    }

    private sealed class Snapshot(Entry[] entries)
    {
        public Entry[] Entries { get; } = entries;

        public ConcurrentDictionary<TClassifier, TSubscriber[]> Cache { get; } = new();
    }
}
