using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Tests.Recording;

/// <summary>What is remembered of the message at work, in each of the three scopes.</summary>
public class RetroactiveCandidateSpec
{
    private static readonly long Second = Stopwatch.Frequency;
    private static readonly RetroactiveSpans Off = Spans("errors = off");
    private static readonly RetroactiveSpans OfErrors = Spans("errors = on");
    private static readonly RetroactiveSpans OfSlow = Spans("errors = off, slow-wait = 1s, slow-work = 2s");

    [Fact]
    public void Which_messages_may_get_a_span_follows_from_the_settings_and_the_listeners()
    {
        Assert.Equal((false, false), ScopeOf(toSpans: false, OfSlow));
        Assert.Equal((false, false), ScopeOf(toSpans: true, Off));
        Assert.Equal((true, false), ScopeOf(toSpans: true, OfErrors));
        Assert.Equal((true, true), ScopeOf(toSpans: true, OfSlow));

        static (bool, bool) ScopeOf(bool toSpans, RetroactiveSpans spans)
        {
            var candidate = Listening(spans, toSpans);
            return (candidate.IsOn, candidate.IsAboutTime);
        }
    }

    [Fact]
    public void Out_of_scope_no_begin_is_remembered()
    {
        var candidate = Listening(Off);

        candidate.BeginPlain(now: 7);

        Assert.Equal((false, 0), (candidate.IsBegun, candidate.BegunAt));
    }

    [Fact]
    public void In_scope_the_begin_is_remembered_until_the_message_has_failed()
    {
        var candidate = Listening(OfErrors);
        Assert.False(candidate.IsBegun);

        candidate.BeginPlain(now: 7);
        Assert.Equal((true, 7), (candidate.IsBegun, candidate.BegunAt));

        candidate.Forget(now: 9);
        Assert.Equal((false, 9), (candidate.IsBegun, candidate.BegunAt));
    }

    [Fact]
    public void What_was_remembered_of_a_message_is_forgotten_by_the_slow_way_only()
    {
        var candidate = Listening(OfErrors);
        candidate.Begin(now: 20);
        Assert.False(candidate.Remember(Stamped(enqueuedAt: 5), now: 20));
        Assert.True(candidate.HasMore);

        candidate.Begin(now: 22);
        candidate.Remember(new StampedEnvelope(new Envelope("message", ActorRefs.NoSender)), now: 22);
        Assert.False(candidate.HasMore);
    }

    [Theory]
    [InlineData(0.5, 0.5, false)]
    [InlineData(1.5, 0.5, true)]
    [InlineData(0.5, 2.5, true)]
    public void A_watched_message_is_slow_by_its_wait_or_its_work(double waited, double worked, bool isSlow)
    {
        var candidate = Listening(OfSlow);
        var begunAt = 10 * Second;
        candidate.Begin(begunAt);

        Assert.True(candidate.Remember(Stamped(begunAt - (long)(waited * Second)), begunAt));
        candidate.Watch(Fake.Plain);

        Assert.NotNull(candidate.Watched);
        Assert.Equal(isSlow, candidate.IsSlow(OfSlow, begunAt + (long)(worked * Second)));
    }

    [Fact]
    public void Nothing_is_watched_any_more_when_the_message_has_a_span_or_nobody_listens()
    {
        var candidate = Listening(OfSlow);
        candidate.Remember(Stamped(enqueuedAt: 1), now: 2);
        candidate.Watch(Fake.Plain);
        candidate.Ignore();
        Assert.Null(candidate.Watched);

        candidate.Watch(Fake.Plain);
        candidate.Listen(toSpans: false, OfSlow);
        Assert.Null(candidate.Watched);

        // what was watched then is over
        candidate.Listen(toSpans: true, OfSlow);
        Assert.Equal((null, false), (candidate.Watched, candidate.IsBegun));
    }

    private static RetroactiveCandidate Listening(RetroactiveSpans spans, bool toSpans = true)
    {
        var candidate = default(RetroactiveCandidate);
        candidate.Listen(toSpans, spans);
        return candidate;
    }

    private static StampedEnvelope Stamped(long enqueuedAt) => new(new Envelope("message", ActorRefs.NoSender), enqueuedAt, origin: null);

    private static RetroactiveSpans Spans(string hocon) => TestSettings.Retroactive(hocon);
}
