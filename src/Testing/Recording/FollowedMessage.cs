using System.Diagnostics;
using Akka.Dispatch.SysMsg;

namespace AkkaInstrumentation;

/// <summary>
/// A message of a tracked action until it has been handled or lost. Each flag is a reason why it is pending: a stashed message whose handler has not
/// returned yet has two flags. Any thread, under the lock of its recorder.
/// </summary>
internal sealed class FollowedMessage : TrackedMessage
{
    private readonly ActionRecorder _recorder;
    private readonly long _since = Stopwatch.GetTimestamp();
    private readonly string _message;
    private readonly bool _isOfAkka;
    private State _state = State.Waits;

    public FollowedMessage(ActionRecorder recorder, object message, ObservedMailbox receiver)
    {
        _recorder = recorder;
        _message = TypeNames.Get(InnerMessage.Unwrap(message).GetType());
        Receiver = receiver;
        IsOfSystem = message is SystemMessage;
        _isOfAkka = CarriedMessage.IsOfAkka(InnerMessage.Unwrap(message));
    }

    [Flags]
    private enum State : byte
    {
        Waits = 1,
        Works = 2,
        Awaits = 4,
        Stashed = 8,
    }

    public ObservedMailbox Receiver { get; }

    public bool IsOfSystem { get; }

    /// <summary>Its place in the recorder's list of pending messages; null when it is not in the list.</summary>
    public LinkedListNode<FollowedMessage>? Place { get; set; }

    /// <summary>Its latest handling; null for none, or if the handling has no span.</summary>
    public MessageStep? Step { get; private set; }

    /// <summary>Its present state as text.</summary>
    public string Text => $"{_message} {Doing} {Receiver.Path}";

    private string Doing =>
        _state.HasFlag(State.Awaits) ? "awaits in"
        : _state.HasFlag(State.Works) ? "is at work in"
        : _state.HasFlag(State.Stashed) ? "is in the stash of"
        : "waits in the mailbox of";

    public TimeSpan Age => Stopwatch.GetElapsedTime(_since);

    public override void Began(Activity? span)
    {
        lock (_recorder.Lock)
        {
            Step = span is null ? null : _recorder.MessageOf(span.SpanId);
            if (span is null && !_isOfAkka && Receiver.Rules is { Kind: AkkaActorKind.User })
            {
                _recorder.TookWithoutSpan(Receiver.Path);
            }

            Change(State.Works, State.Waits | State.Awaits);
        }
    }

    public override void Awaits()
    {
        lock (_recorder.Lock)
        {
            // A stop on another thread may have cut the handler off just before.
            if (!_state.HasFlag(State.Works))
            {
                return;
            }

            if (Step is not null)
            {
                Step.IsAwaited = true;
            }

            Change(State.Awaits, 0);
        }
    }

    public override void Ended(bool isCutOff = false)
    {
        lock (_recorder.Lock)
        {
            if (isCutOff && Step is not null)
            {
                _recorder.Abandon(Step);
            }

            Change(0, State.Works | State.Awaits);
        }
    }

    public override void Stashed() => Update(State.Stashed, 0);

    public override void Unstashed() => Update(State.Waits, State.Stashed);

    public override void Lost() => Update(0, State.Waits | State.Stashed);

    private void Update(State begins, State ends)
    {
        lock (_recorder.Lock)
        {
            Change(begins, ends);
        }
    }

    private void Change(State begins, State ends)
    {
        _state = (_state & ~ends) | begins;
        _recorder.Pending(this, _state != 0);
    }
}
