using System.Diagnostics;
using Akka.Actor;

namespace AkkaInstrumentation.Benchmarks;

/// <summary>
/// Base of all measured actors: does its work, in the states of hand-written telemetry with that around it. Which state
/// it is is a constant for the JIT, so the other states run exactly the same code without it.
/// </summary>
internal abstract class WorkActor : UntypedActor
{
    /// <summary>Set by the process before its first actor.</summary>
    public static Handwork Hand { get; set; }

    private HandNames? _names;
    private readonly HandSampled.Counts? _counts = Constant.IsSampled ? new() : null;
    private int _received;

    protected abstract void Handle(object message);

    protected sealed override void OnReceive(object message)
    {
        if (Constant.Hand == Handwork.None || (Constant.Hand == Handwork.HundredthSpans && ++_received % 100 != 0))
        {
            Handle(message);
        }
        else if (Constant.IsSampled)
        {
            HandleSampled(message, _counts!);
        }
        else
        {
            HandleByHand(message);
        }
    }

    /// <summary>Sends; in an envelope when this state has them.</summary>
    protected static void Send(IActorRef target, object message, IActorRef sender) => target.Tell(Packed(message), sender);

    /// <summary>The message as it goes over the wire of this state.</summary>
    internal static object Packed(object message) => Constant.Hand switch
    {
        Handwork.Envelopes => Enveloped.Around(message),
        Handwork.SameSpans => new Stamped(message),
        Handwork.SampledMetrics => HandSampled.Sent(message),
        Handwork.SampledSpansAndMetrics => HandSampled.SentMaybeInTrace(message),
        _ => message,
    };

    private void HandleSampled(object message, HandSampled.Counts counts)
    {
        if (Constant.Hand == Handwork.SampledSpansAndMetrics)
        {
            counts.Begin();
        }

        if (message is Stamped stamped)
        {
            HandleDrawn(stamped, counts);
            return;
        }

        counts.Add(message);
        Handle(message);
    }

    private void HandleDrawn(Stamped stamped, HandSampled.Counts counts)
    {
        var startedAt = Stopwatch.GetTimestamp();
        var names = _names ??= new HandNames(Context);
        counts.Add(stamped.Message);
        using var span = Constant.Hand == Handwork.SampledSpansAndMetrics && HandSampled.TakesSpan(startedAt)
            ? HandWritten.StartSpan(names, stamped.Message, default, stamped.SentAt)
            : null;
        Handle(stamped.Message);
        HandWritten.RecordDurations(names, stamped, startedAt);
    }

    private void HandleByHand(object message)
    {
        var names = _names ??= new HandNames(Context);
        var parent = default(ActivityContext);
        var sentAt = 0L;
        if (message is Enveloped envelope)
        {
            parent = envelope.Parent();
            message = envelope.Message;
        }
        else if (message is Stamped stamped)
        {
            parent = stamped.SentIn?.Context ?? default;
            sentAt = stamped.SentAt;
            message = stamped.Message;
        }

        using var span = HandWritten.StartSpan(names, message, parent, sentAt);
        if (Constant.Hand != Handwork.SpansAndMetrics)
        {
            Handle(message);
            return;
        }

        var startedAt = Stopwatch.GetTimestamp();
        Handle(message);
        HandWritten.Record(names, message, startedAt);
    }

    // read when the first actor or sender comes, and constant from then on
    private static class Constant
    {
        public static readonly Handwork Hand = WorkActor.Hand;

        public static readonly bool IsSampled = Hand is Handwork.SampledMetrics or Handwork.SampledSpansAndMetrics;
    }
}
