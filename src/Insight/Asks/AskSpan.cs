using System.Diagnostics;
using Akka.Actor;
using Akka.Actor.Internal;

namespace AkkaInstrumentation;

/// <summary>
/// The span of one Ask, from the question to the answer. It is a child of the asker's current span, and the parent of the question's span. In an
/// unrecorded trace an Ask has no span, but an Ask that times out gets one afterwards, as a failed message does. If the whole trace of such an Ask is
/// kept, its span is in that trace; an Ask outside of all traces begins one then, so that the question belongs to it.
/// </summary>
internal sealed class AskSpan : IArrivedMessage
{
    private readonly AkkaInstrumentationExtension _system;
    private readonly string _question;
    private readonly ICanTell _receiver;
    private readonly long _begun;

    // Null in a trace that is not recorded.
    private Activity? _span;
    private ActivityContext _sentIn;

    // The trace that is kept if there is no answer; null for none.
    private KeptTrace? _trace;
    private ulong _parent;
    private RecordOrigin? _sender;

    // The question, until it is sent in a trace that begins with it.
    private object? _begins;

    // The asker; an actor's reference lives as long as the process knows its path. Null for code outside of actors.
    private IActorRef? _asker;
    private Exception? _cause;

    private AskSpan(AkkaInstrumentationExtension system, string question, ICanTell receiver, long begun) =>
        (_system, _question, _receiver, _begun) = (system, question, receiver, begun);

    private string Name => $"ask {_question}";

    /// <summary>Whether the question is the first message of a trace, which its sender does not show.</summary>
    public bool BeginsTrace => _begins is not null;

    /// <summary>
    /// The Ask begins. Its span, if it has one, is then the current activity; the caller restores the previous one. Returns null if it gets no span,
    /// not even if it times out. Asker's thread.
    /// </summary>
    /// <param name="system">The instrumentation of the actor system.</param>
    /// <param name="question">The question, which is not Akka's own.</param>
    /// <param name="receiver">The asked actor or selection.</param>
    /// <param name="now">The time.</param>
    public static AskSpan? Begin(AkkaInstrumentationExtension system, object question, ICanTell receiver, long now)
    {
        var type = InnerMessage.Unwrap(question).GetType();
        if (system.Settings.Rules.ForAnyActor(type).Trace == AkkaTraceMode.Never)
        {
            return null;
        }

        var origin = SenderOrigin.Find(question);
        var isRecorded = origin is { IsRecorded: true, IsScheduled: false } && MessageOrigin.IsRecording(Activity.Current);
        if (isRecorded ? !system.Roots.TryContinue(Activity.Current!.TraceId, CoarseClock.Now) : !system.Retroactive.Errors)
        {
            return null;
        }

        var ask = new AskSpan(system, TypeNames.Get(type), receiver, now)
        {
            // A path says something within its own system only. Akka.TestKit leaves its test actor current on threads of the pool.
            _asker = InternalCurrentActorCellKeeper.Current is { } asker && ReferenceEquals(asker.System, system.System) ? asker.Self : null,
            _sentIn = isRecorded ? default : origin?.Context ?? default,
        };
        if (isRecorded)
        {
            return ask.Start() ? ask : null;
        }

        ask.NoteTrace(origin, question, now);
        return ask;
    }

    /// <summary>The sender's thread sends the question, once.</summary>
    public bool Is(object sent, out MessageOrigin? origin)
    {
        var isQuestion = ReferenceEquals(sent, _begins);
        origin = isQuestion ? new RecordOrigin(_trace!, spanId: 0, depth: -1) : null;
        _begins = isQuestion ? null : _begins;
        return isQuestion;
    }

    /// <summary>The answer is a failure. Answering thread.</summary>
    public void NoteFailure(Exception? cause) => _cause = cause;

    /// <summary>The Ask has ended. A thread of the pool.</summary>
    /// <param name="error">The name for <c>error.type</c>; null if there is an answer.</param>
    /// <param name="share">The asker's share of the retroactive spans, if the Ask has timed out; otherwise null.</param>
    /// <param name="now">The time.</param>
    public void End(string? error, FairShare? share, long now)
    {
        _begins = null;
        var span = _span ?? (share is null ? null : Retroactive(share, now));
        if (span is null)
        {
            return;
        }

        if (error is not null)
        {
            span.SetTag(AkkaSpanAttributes.ErrorType, error);
            span.SetStatus(ActivityStatusCode.Error, share is not null ? "No answer came in time."
                : _cause is null ? null : SpanError.MessageOf(_cause, _system.Settings.ExceptionTexts));
        }

        span.SetEndTime(Ticks.ToUtcIn(span, _begun, now));
        ContextScope.Stop(span);
    }

    private bool Start()
    {
        _span = AkkaTelemetry.Source.StartActivity(Name, ActivityKind.Internal, default(ActivityContext), Tags(), startTime: Ticks.ToUtc(_begun));
        return _span is not null;
    }

    private Activity? Retroactive(FairShare share, long now)
    {
        var limits = _system.RetroactiveLimits;
        if (_system.RootsIfTracing is null || !_system.Retroactive.Errors || !limits.TryTake(share, now, out var leftOut))
        {
            return null;
        }

        var span = RetroactiveSpan.OfAsk(_system.Spans, Name, Tags(), _trace?.Recorded(_parent) ?? _sentIn, _begun, leftOut);
        if (_trace is not null)
        {
            // Also where a sampler does not want the span of the Ask.
            _system.Insight.Kept.Keep(_trace, share, now);
            if (KeptRing.MissingBefore(_sender) is > 0 and var missing)
            {
                span?.SetTag(AkkaSpanAttributes.SamplingMissingCount, (long)missing);
            }
        }

        return span;
    }

    private void NoteTrace(MessageOrigin? origin, object question, long now)
    {
        if (!_system.Insight.Kept.KeepsFailed)
        {
            return;
        }

        if (origin?.Trace is RecordOrigin kept)
        {
            (_trace, _parent, _sender) = (kept.Of, kept.SpanId, kept);
        }
        else if (origin?.NonRecording is { HasId: true } context)
        {
            (_trace, _parent) = (KeptTrace.Of(context, now), SpanIds.NumberOf(context.MessageId));
        }
        else if (origin is null)
        {
            SentOnBehalf.Use();
            (_trace, _begins) = (new KeptTrace(now), question);
        }
    }

    private SpanTags Tags() => SpanTags.OfAsk(_system.Spans, _question, PathOf(_receiver), _asker);

    // The path of the receiver, which may be at another node. Never throws, although a reference may be of a user's own class.
    private static string? PathOf(ICanTell receiver) => receiver switch
    {
        ActorSelection selection => ForeignText.Clean(selection.PathString, ForeignText.MaxPath),
        IActorRef actor => ActorTypeNames.PathOrNone(actor) is { } path ? ActorTypeNames.Readable(path) : null,
        _ => null,
    };
}
