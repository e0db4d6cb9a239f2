using System.Diagnostics;

namespace AkkaInstrumentation;

/// <summary>
/// What one mailbox remembers of the message at work that was not sampled, in case it gets a span when it is over, and a failure
/// that its supervisor has yet to decide about. Of most messages there is nothing to remember but when they were begun, which the
/// recorder does itself; so there is one for each mailbox that has failed or has had another message. But for the failure it belongs to the
/// thread that runs the mailbox. It holds no reference to the message, its sender or its trace: an idle actor must not keep them alive.
/// </summary>
internal sealed class Aftermath(AfterTheFact settings)
{
    private StashStay _stay;

    /// <summary>Written by the thread that runs the mailbox, taken by whoever decides.</summary>
    public FailedInvoke? Failure;

    /// <summary>The number of the message that failed last; it stays the cell's current one when its restart fails too.</summary>
    public int FailedEnvelope = -1;

    public AfterTheFact Settings { get; } = settings;

    /// <summary>There is more to forget of the message before than its time.</summary>
    public bool HasMore { get; private set; }

    /// <summary>What the rules say about the message, if it is one whose times are watched.</summary>
    public Verdict? Watched { get; private set; }

    private long _waited = -1;
    private ActivityContext _sentIn;

    /// <summary>The next message is at work.</summary>
    /// <param name="next">The message.</param>
    /// <param name="now">When it was taken; 0 when nobody has read the clock.</param>
    public void Began(in StampedEnvelope next, long now)
    {
        _waited = now != 0 && next.EnqueuedAt != 0 ? Math.Max(0, now - next.EnqueuedAt) : -1;
        _sentIn = SentIn.Of(next.Trace);
        _stay = next.Trace is StashStory story ? new StashStay(story.Times, story.StashedTicks, story.FirstProcessing) : default;
        Watched = null;
        HasMore = Settings.IsAboutTime || _waited >= 0 || _sentIn != default || _stay.Times > 0;
    }

    /// <summary>Its times are watched.</summary>
    public void Watch(Verdict verdict) => Watched = verdict;

    /// <summary>The message has a span or must not have one, or there is none.</summary>
    public void Ignore() => Watched = null;

    public bool IsSlow(long begunAt, long now) => _waited >= Settings.SlowWait || now - begunAt >= Settings.SlowWork;

    /// <summary>The message, to be traced now or in a moment, when this object may be about the next one already.</summary>
    public LateMessage About(MailboxRecorder mailbox, MessageTypeInfo info, Verdict verdict, Akka.Actor.IActorRef? sender, long begunAt, long now) =>
        new(mailbox, info, verdict, sender, Math.Min(begunAt, now))
        {
            Waited = _waited,
            SentIn = _sentIn,
            Stay = _stay,
        };

    /// <summary>A message's times in the stash.</summary>
    internal readonly record struct StashStay(int Times, long Ticks, ActivityContext FirstProcessing);
}
