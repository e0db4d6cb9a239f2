using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Akka.Actor;

namespace AkkaInstrumentation;

/// <summary>
/// The cells of one mailbox, by message type. They form a chain, the latest first. Most actors get a few types, and an idle actor should cost
/// little, so only an actor with more types has an index beside it. The thread that runs the mailbox adds cells and uses the index. A collector
/// may walk along the chain at any moment: a longer chain is published in one step, and cells are never removed. The actor type's cap limits
/// their number: types beyond the cap share one cell, and so do Akka's wrappers when there are many kinds of them. A type that can be unloaded
/// uses the cell of its name.
/// </summary>
internal struct MessageCells
{
    private const int Few = 8;
    private const int MaxWrappers = 16;

    private MessageCell? _latest;
    private Dictionary<object, MessageCell>? _index;

    public MessageCell For(ActorTypeInfo actor, ActorRules rules, Type message) => Find(message) ?? ForCore(actor, rules, message);

    /// <summary>The cell of a type that this mailbox has seen, by its <see cref="MessageCell.Key"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly MessageCell? Find(object key)
    {
        if (_index is not null)
        {
            return _index.GetValueOrDefault(key);
        }

        var cell = _latest;
        while (cell is not null && !ReferenceEquals(cell.Key, key))
        {
            cell = cell.Next;
        }

        return cell;
    }

    /// <summary>The same, if messages of the type only need to be counted.</summary>
    public readonly MessageCell? FindPlain(Type message) => Find(message) is { IsPlain: true } cell ? cell : null;

    /// <summary>All messages that were counted. Any thread.</summary>
    public readonly long Sum
    {
        get
        {
            var sum = 0L;
            for (var cell = Latest; cell is not null; cell = cell.Next)
            {
                sum += cell.Messages;
            }

            return sum;
        }
    }

    /// <summary>The latest cell; the others follow by <see cref="MessageCell.Next"/>. Safe while another thread adds cells.</summary>
    public readonly MessageCell? Latest => Volatile.Read(in _latest);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private MessageCell ForCore(ActorTypeInfo actor, ActorRules rules, Type message)
    {
        // A type without a cell of its own gets here for every message. That costs a look-up, but no memory.
        var info = actor.Message(message);
        object key = info.IsOther ? typeof(Others)
            : info.IsWrapper && (message.IsCollectible || _index?.Count >= MaxWrappers) ? typeof(Wrappers)
            : message.IsCollectible ? info
            : message;
        return Find(key) ?? Add(new MessageCell(key, info, rules, _latest));
    }

    private MessageCell Add(MessageCell cell)
    {
        if (_index is not null)
        {
            _index.Add(cell.Key, cell);
        }
        else if (cell.Length > Few)
        {
            _index = new() { [cell.Key] = cell };
            for (var earlier = cell.Next; earlier is not null; earlier = earlier.Next)
            {
                _index.Add(earlier.Key, earlier);
            }
        }

        Volatile.Write(ref _latest, cell);
        return cell;
    }

    /// <summary>The key of the cell that types beyond the cap share.</summary>
    private static class Others;

    /// <summary>The key of the cell that wrappers share when there are many kinds of them.</summary>
    private static class Wrappers;
}

/// <summary>
/// The count of one message type in one mailbox. Only the thread that runs the mailbox writes it, without interlocking.
/// A collector reads a value that is at most a moment old.
/// </summary>
internal sealed class MessageCell
{
    private long _messages;
    private long _untraced;

    public MessageCell(object key, MessageTypeInfo info, ActorRules rules, MessageCell? next)
    {
        (Key, Info, Next) = (key, info, next);
        ApplyRules(rules);
    }

    /// <summary>
    /// The type. For a type that can be unloaded, and so must not be kept alive, the <see cref="MessageTypeInfo"/> of its name.
    /// </summary>
    public object Key { get; }

    /// <summary>The type's entry in the metrics, which all mailboxes of such actors share.</summary>
    public MessageTypeInfo Info { get; }

    /// <summary>The verdict of the rules; without meaning where <see cref="IsShared"/>.</summary>
    public Verdict Verdict { get; private set; }

    /// <summary>Messages of the type only need to be counted: no rule, no wrapper, no failure as an answer, one type.</summary>
    public bool IsPlain { get; private set; }

    /// <summary>Several types may be counted here, so the rules are read for each message's own type.</summary>
    public bool IsShared => Info.IsOther || Key is MessageTypeInfo;

    /// <summary>The cell that was the latest before.</summary>
    public MessageCell? Next { get; }

    public long Messages => Volatile.Read(ref _messages);

    /// <summary>The number of messages that a rule with <c>only-in-trace</c> left without a trace.</summary>
    public long Untraced => Volatile.Read(ref _untraced);

    /// <summary>The number of cells of its chain.</summary>
    public int Length => 1 + (Next?.Length ?? 0);

    /// <summary>Applies changed rules. The cell keeps its count and the name under which it counts. The thread that runs the mailbox.</summary>
    [MemberNotNull(nameof(Verdict))]
    public void ApplyRules(ActorRules rules)
    {
        Verdict = Key is Type message ? rules.For(message) : rules.Usual;
        IsPlain = !Info.IsWrapper && !IsShared && Verdict.IsPlain && !typeof(Status.Failure).IsAssignableFrom(Key as Type);
    }

    public void Count() => Volatile.Write(ref _messages, _messages + 1);

    /// <summary>A rule left the message without a trace.</summary>
    public void CountUntraced(VerdictSource rule)
    {
        Volatile.Write(ref _untraced, _untraced + 1);
        if (Info.UntracedBy != rule)
        {
            Info.UntracedBy = rule;
        }
    }
}

/// <summary>
/// Data about all message types with one name at one actor type: names and tags, made once. It also keeps the counts of
/// stopped mailboxes, so that a sum never decreases when an actor stops.
/// </summary>
internal sealed class MessageTypeInfo(ActorTypeInfo actor, string name)
{
    /// <summary>When the budget last gave this pair a root span. Only <see cref="SpanBudget"/> uses it.</summary>
    internal long RootTakenAt;

    /// <summary>What records of such messages have in common; null while nothing is kept. Any thread makes it; any one's will do.</summary>
    internal object? Kept;

    private ActivityNeed? _activityNeed;
    private string? _spanName;

    // Null until a message is timed.
    private ConcurrentDictionary<DispatcherMeter, BusyTime>? _busy;

    public ActorTypeInfo Actor { get; } = actor;

    public string Name { get; } = name;

    /// <summary>Represents all types beyond the cap.</summary>
    public bool IsOther { get; } = name == FoldedNames.Other;

    /// <summary>Represents wrappers. The message inside is counted instead; only wrappers that cannot be opened are counted here.</summary>
    public bool IsWrapper { get; } = name == FoldedNames.Wrapper;

    public KeyValuePair<string, object?>[] Tags { get; } = [.. actor.Tags, new(AkkaSpanAttributes.MessageType, name)];

    /// <summary>The name of the span of such a message. Made at the first one, by whichever thread.</summary>
    public string SpanName => _spanName ??= Actor.SpanNameOf(Name);

    /// <summary>Whether handlers of such messages need an activity while the trace is not sampled. Two threads may create it; either object will
    /// do.</summary>
    public ActivityNeed ActivityNeed => _activityNeed ??= new ActivityNeed();

    /// <summary>The messages of mailboxes that have stopped. The lock of the <see cref="MailboxRegistry"/> guards this value.</summary>
    public long Retired { get; set; }

    /// <summary>Those of them that a rule left without a trace.</summary>
    public long RetiredUntraced { get; set; }

    /// <summary>All messages, as the current or the last walk has found them. The walking thread.</summary>
    public long Walked { get; set; }

    /// <summary>Those of them that a rule with <c>only-in-trace</c> left without a trace.</summary>
    public long Untraced { get; set; }

    /// <summary>The latest such rule, marker attribute or Props. Any actor's thread writes it; if actors differ, the last one wins.</summary>
    public VerdictSource? UntracedBy { get; set; }

    /// <summary>The message type's name in a span. Spans have no cap, so a type that shares a name in metrics has its own name here.</summary>
    public string NameFor(object message) => IsOther || IsWrapper ? TypeNames.Get(InnerMessage.Unwrap(message).GetType()) : Name;

    /// <summary>The times that such messages kept dispatchers busy: one for each dispatcher on which they were timed, which is usually just
    /// one.</summary>
    public IEnumerable<BusyTime> BusyTimes => Volatile.Read(ref _busy)?.Values ?? Enumerable.Empty<BusyTime>();

    /// <summary>An estimate of the bytes that handlers of such messages allocated.</summary>
    public long AllocatedBytes => BusyTimes.Sum(static busy => busy.Bytes);

    /// <summary>The same for one dispatcher. Any thread; only for timed messages.</summary>
    public BusyTime BusyOn(DispatcherMeter dispatcher) => LazyInitializer
        .EnsureInitialized(ref _busy, static () => new(concurrencyLevel: 1, capacity: 1))
        .GetOrAdd(dispatcher, static (dispatcher, message) => new BusyTime(message, dispatcher), this);
}

/// <summary>
/// The time that messages of one type kept the threads of one dispatcher busy, estimated from the timed messages. These
/// are few, so the sum is interlocked.
/// </summary>
internal sealed class BusyTime(MessageTypeInfo message, DispatcherMeter dispatcher)
{
    private long _ticks;
    private long _bytes;

    public MessageTypeInfo Message => message;

    /// <summary>Id of the dispatcher.</summary>
    public string Dispatcher => dispatcher.Id;

    public KeyValuePair<string, object?>[] Tags { get; } =
        [.. message.Tags, new(AkkaMetricAttributes.DispatcherId, dispatcher.Id)];

    public double Seconds => Ticks.ToSeconds(Interlocked.Read(ref _ticks));

    /// <summary>The bytes that the handlers allocated in that time.</summary>
    public long Bytes => Interlocked.Read(ref _bytes);

    public void Add(long ticks, long bytes, int shift)
    {
        Interlocked.Add(ref _ticks, Math.Max(ticks, 0) << shift);
        if (bytes > 0)
        {
            Interlocked.Add(ref _bytes, bytes << shift);
        }
    }
}

/// <summary>
/// The bytes that the handler of a timed message allocates on the thread that runs it: from the start of the message, or from the point where it
/// continues after an await, to its end or its next await. Allocations of other threads are not included. Running thread.
/// </summary>
internal static class HandlerBytes
{
    // The mailbox whose handler this thread runs, if the message is timed.
    [ThreadStatic]
    private static object? t_mailbox;

    [ThreadStatic]
    private static long t_from;

    /// <summary>The handler begins or continues. Called last, so that the message's span is not included.</summary>
    /// <param name="mailbox">The mailbox whose handler it is.</param>
    /// <param name="isWanted">Whether the settings turn the count on.</param>
    public static void Begin(object mailbox, bool isWanted)
    {
        if (isWanted && ObservableInstruments.Allocated.Enabled)
        {
            (t_mailbox, t_from) = (mailbox, GC.GetAllocatedBytesForCurrentThread());
        }
    }

    /// <summary>
    /// The handler ends or awaits. Returns the bytes that it has allocated since it began or continued. Returns 0 if it has not begun on this thread,
    /// or if it ran inside another mailbox's handler (<c>CallingThreadDispatcher</c>). Called first.
    /// </summary>
    public static long End(object mailbox)
    {
        if (!ReferenceEquals(t_mailbox, mailbox))
        {
            return 0;
        }

        t_mailbox = null;
        return GC.GetAllocatedBytesForCurrentThread() - t_from;
    }
}
