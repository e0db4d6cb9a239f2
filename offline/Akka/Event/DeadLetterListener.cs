using Akka.Actor;

namespace Akka.Event;

/// <summary>Logs dead letters, and pauses when there are many.</summary>
public class DeadLetterListener : ActorBase
{
    private const string HowToTurnOff =
        "This logging can be turned off or adjusted with configuration settings 'akka.log-dead-letters' and 'akka.log-dead-letters-during-shutdown'.";

    private readonly EventStream _eventStream = Context.System.EventStream;
    private readonly IActorRef _deadLetters = Context.System.DeadLetters;
    private readonly int _maximum = Context.System.Settings.LogDeadLetters;
    private readonly TimeSpan _pause = Context.System.Settings.LogDeadLettersSuspendDuration;
    private int _count;
    private long? _pausedSince;

    protected override void PreStart()
    {
        _eventStream.Subscribe(Self, typeof(DeadLetter));
        _eventStream.Subscribe(Self, typeof(Dropped));
        _eventStream.Subscribe(Self, typeof(UnhandledMessage));
    }

    // A restart keeps the subscriptions: they end when the actor does.
    protected override void PreRestart(Exception reason, object message)
    {
    }

    protected override void PostRestart(Exception reason)
    {
    }

    protected override void PostStop() => _eventStream.Unsubscribe(Self);

    protected override bool Receive(object message)
    {
        if (message is not AllDeadLetters letter) return false;
        if (!IsInteresting(letter)) return true;
        _count++;
        if (_pausedSince is { } since)
        {
            if (_pause == Timeout.InfiniteTimeSpan || Environment.TickCount64 - since < _pause.TotalMilliseconds) return true;
            Log(letter, $", of which {_count - _maximum - 1} were not logged. The counter will be reset now");
            _count = 0;
            _pausedSince = null;
            return true;
        }

        if (_maximum == int.MaxValue || _count < _maximum)
        {
            Log(letter, "");
            return true;
        }

        _pausedSince = Environment.TickCount64;
        Log(letter, _pause == Timeout.InfiniteTimeSpan
            ? ", no more dead letters will be logged"
            : $", no more dead letters will be logged in next [{_pause}]");
        return true;
    }

    private static bool IsInteresting(AllDeadLetters letter) =>
        letter is not SuppressedDeadLetter && DeadLetterText.Innermost(letter.Message) is not IDeadLetterSuppression;

    private void Log(AllDeadLetters letter, string remark)
    {
        var recipient = letter.Recipient;
        var text = $"{DeadLetterText.Describe(letter, _deadLetters)} [{_count}] dead letters encountered{remark}. {DeadLetterText.Advice(letter)}{HowToTurnOff}{DeadLetterText.Content(letter)}";
        _eventStream.Publish(new Info(recipient.Path.ToString(), recipient.GetType(), text));
    }
}
